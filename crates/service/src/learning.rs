//! How the networks that come along learnt: for the laboratory's page.

use filetto_learn::{Entry, Model, learnt_boards, opinion, shipped_history, shipped_log};
use filetto_rules::Game;

use crate::desk::Refusal;
use crate::messages::{Code, CurvePoint, Opinion, Reply};

/// The curve of a board's training, and what its generations think of a position.
pub(crate) fn learning(id: u32, game: &Game) -> Result<Reply, Refusal> {
    let rules = game.rules();
    let history = shipped_history(rules);
    if history.is_empty() {
        let why = format!("no network for {rules}: train one with filetto learn {rules}");
        return Err(Refusal(Code::BadGame, why));
    }
    let thinks = |model: &&Model| {
        let thought = opinion(&model.network, game)?;
        let policy = thought.policy.into_iter().map(|(cell, share)| (cell.to_string(), share)).collect();
        Some(Opinion { generation: model.origin.generation, value: thought.value, policy })
    };
    let point = |entry: Entry| {
        let alone = entry.measured.iter().find(|(simulations, _)| *simulations == 0).map(|(_, measured)| *measured);
        CurvePoint {
            generation: entry.generation,
            games: entry.games,
            policy_loss: entry.policy_loss,
            value_loss: entry.value_loss,
            keeps: alone.map(|measured| measured.keeps),
            perfect: alone.map(|measured| measured.perfect),
        }
    };
    Ok(Reply::Learning {
        id,
        boards: learnt_boards().iter().map(ToString::to_string).collect(),
        curve: shipped_log(rules).into_iter().map(point).collect(),
        generations: history.iter().filter_map(thinks).collect(),
    })
}

#[cfg(test)]
mod tests {
    use filetto_rules::Rules;

    use super::*;

    #[test]
    fn generations_have_an_opinion_of_a_position_and_other_boards_a_sentence() {
        let Ok(Reply::Learning { curve, generations, boards, .. }) = learning(1, &Game::new(Rules::CONNECT4)) else {
            panic!("there is a network")
        };
        // A training that went on from a network measured every tenth generation only.
        assert!(curve.iter().filter(|point| point.keeps.is_some()).count() > 40);
        assert!(curve.is_sorted_by_key(|point| point.generation) && curve.iter().all(|point| point.policy_loss > 0.0));
        assert!(boards.contains(&"6x7x4g".to_owned()));
        assert_eq!(generations.iter().map(|opinion| opinion.generation).take(4).collect::<Vec<_>>(), [0, 1, 5, 20]);
        for opinion in &generations {
            assert_eq!(opinion.policy.len(), 7);
            assert!((opinion.policy.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-3);
        }
        let Err(Refusal(_, why)) = learning(1, &Game::new(Rules::GOMOKU)) else { panic!("there is none") };
        assert_eq!(why, "no network for 15x15x5: train one with filetto learn 15x15x5");
    }
}
