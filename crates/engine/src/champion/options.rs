//! What can be switched off or turned: for matches that measure what a feature is worth, and for levels of play.

/// The parts of the search. A number of zero leaves the part out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Nodes in a thousand for the chain of threats that proves a win.
    pub vct: u32,
    /// Whether forced answers cost no depth.
    pub extend: bool,
    /// The margin a ply within which the estimate is not trusted.
    pub futility: i32,
    /// Moves looked at in a node at depth zero; more at larger depths.
    pub late: i32,
    /// The divisor of late-move reductions; larger reduces less.
    pub reduction: f64,
    /// Whether a node without a move from the table is searched less deep.
    pub iir: bool,
    /// What it is worth in the order of moves to have ended every node that it was tried in.
    pub history: i32,
    /// The half width of the first aspiration window.
    pub aspiration: i32,
    /// The estimate below which, on long rows with gravity, only moves are played that hold for certain.
    pub hold: i32,
    /// Whether boards that a pairing holds are held by it.
    pub pairing: bool,
    /// The deepest iteration.
    pub depth: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            vct: 60,
            extend: true,
            futility: 60,
            late: 12,
            reduction: 1.9,
            iir: true,
            history: 64,
            aspiration: 40,
            hold: 100,
            pairing: true,
            depth: 100,
        }
    }
}

impl Options {
    /// Changes one part by name, as measuring programs do: `late=0`, `extend=0`.
    pub fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) = setting.split_once('=').ok_or_else(|| format!("'{setting}' is not NAME=NUMBER"))?;
        let number: f64 = value.parse().map_err(|_| format!("'{value}' is not a number"))?;
        match name {
            "vct" => self.vct = number as u32,
            "extend" => self.extend = number != 0.0,
            "futility" => self.futility = number as i32,
            "late" => self.late = number as i32,
            "reduction" => self.reduction = if number == 0.0 { f64::INFINITY } else { number },
            "iir" => self.iir = number != 0.0,
            "history" => self.history = number as i32,
            "aspiration" => self.aspiration = number as i32,
            "hold" => self.hold = number as i32,
            "pairing" => self.pairing = number != 0.0,
            "depth" => self.depth = number as u32,
            _ => return Err(format!("there is no part '{name}'")),
        }
        Ok(())
    }
}
