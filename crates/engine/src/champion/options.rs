//! What can be switched off or turned: for matches that measure what a feature is worth, and for levels of play.

/// The parts of the search. A number of zero leaves the part out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Nodes in a thousand for the chain of threats that proves a win.
    pub vct: u32,
    /// Whether forced answers cost no depth.
    pub extend: bool,
    /// The largest estimate to which a network adds, on boards that have one.
    pub network: i32,
    /// The margin a ply within which the estimate is not trusted.
    pub futility: i32,
    /// Quiet moves looked at in a node without gravity: `late + late_scale * depth ^ late_power`.
    pub late: i32,
    /// How many more of them at larger depths.
    pub late_scale: f64,
    /// How fast that grows.
    pub late_power: f64,
    /// The divisor of late-move reductions without gravity; larger reduces less.
    pub reduction: f64,
    /// The same with gravity.
    pub gravity_reduction: f64,
    /// The least depth at which the table's move is looked at for being the only good one.
    pub singular: i32,
    /// By how much a ply the other moves must be worse for that.
    pub singular_margin: i32,
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
    /// Whether solvers and books are asked, where there are some.
    pub oracle: bool,
    /// The deepest iteration.
    pub depth: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            vct: 60,
            extend: true,
            network: 600,
            futility: 60,
            late: 4,
            late_scale: 1.0,
            late_power: 1.32,
            reduction: 1.2,
            gravity_reduction: 1.9,
            singular: 0,
            singular_margin: 4,
            iir: true,
            history: 64,
            aspiration: 40,
            hold: 100,
            pairing: true,
            oracle: true,
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
            "network" => self.network = number as i32,
            "futility" => self.futility = number as i32,
            "late" => self.late = number as i32,
            "late_scale" => self.late_scale = number,
            "late_power" => self.late_power = number,
            "reduction" => self.reduction = if number == 0.0 { f64::INFINITY } else { number },
            "gravity_reduction" => self.gravity_reduction = if number == 0.0 { f64::INFINITY } else { number },
            "singular" => self.singular = number as i32,
            "singular_margin" => self.singular_margin = number as i32,
            "iir" => self.iir = number != 0.0,
            "history" => self.history = number as i32,
            "aspiration" => self.aspiration = number as i32,
            "hold" => self.hold = number as i32,
            "pairing" => self.pairing = number != 0.0,
            "oracle" => self.oracle = number != 0.0,
            "depth" => self.depth = number as u32,
            _ => return Err(format!("there is no part '{name}'")),
        }
        Ok(())
    }
}
