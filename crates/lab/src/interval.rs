//! How sure a share is.

/// Standard deviations either side for a 95 % interval.
pub const USUAL: f64 = 1.959_964;

/// Standard deviations for a certainty that bears being looked at again and again: 99.9 %.
pub const CERTAIN: f64 = 3.290_527;

/// Wilson's interval for a share: `hits` may count halves, where a win is shared.
pub fn wilson(hits: f64, of: f64, deviations: f64) -> (f64, f64) {
    if of <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z) = (hits / of, deviations);
    let weight = 1.0 + z * z / of;
    let middle = (share + z * z / (2.0 * of)) / weight;
    let half = z / weight * (share * (1.0 - share) / of + z * z / (4.0 * of * of)).max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_as_in_the_textbook() {
        let (low, high) = wilson(10.0, 100.0, USUAL);
        assert!((low - 0.0552).abs() < 1e-4 && (high - 0.1744).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 0.0, USUAL), (0.0, 1.0));
        assert!(wilson(0.0, 50.0, USUAL).0.abs() < 1e-12);
    }
}
