//! The shipped network of Connect Four has learnt something.

use filetto_learn::{Network, shipped, shipped_yardstick};
use filetto_rules::Rules;

#[test]
fn the_shipped_network_keeps_the_value_far_more_often_than_a_random_one() {
    let yardstick = shipped_yardstick(Rules::CONNECT4).unwrap();
    let learnt = &shipped(Rules::CONNECT4).unwrap().network;
    let random = Network::random(learnt.shape(), 5);
    let keeps = |network: &Network| yardstick.measure(network, 0, &mut || true).unwrap();
    let (learnt, random) = (keeps(learnt), keeps(&random));
    assert!(learnt.keeps > random.keeps + 0.05, "{learnt:?} {random:?}");
    assert!(learnt.perfect > random.perfect + 0.05, "{learnt:?} {random:?}");
}
