//! A mind for each game.

mod for_glory;
mod glory;
mod glory_to_rome;
#[cfg(any(test, feature = "testkit"))]
mod lots;

#[cfg(test)]
mod tests {
    use crate::mind::Mind;

    fn reads<G: Mind>() {
        assert_eq!(G::tuned().values().len(), G::WEIGHTS.len(), "{}", G::INFO.name);
    }

    #[test]
    fn every_data_file_reads() {
        reads::<::for_glory::State>();
        reads::<::glory::State>();
        reads::<::glory_to_rome::State>();
    }
}
