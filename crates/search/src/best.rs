//! Keeps the best of many.

use std::cmp::Ordering;

/// Something with a score, and its place among others of the same score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scored<P> {
    pub score: f32,
    pub place: P,
}

/// The best of what is offered, at most so many.
pub(crate) struct Best<P> {
    most: usize,
    /// The best so far and what was offered since they were picked out.
    kept: Vec<Scored<P>>,
    /// What scores less is not among the best.
    least: f32,
}

impl<P: Ord + Copy> Best<P> {
    pub fn of(most: usize) -> Self {
        Self {
            most,
            kept: Vec::new(),
            least: f32::NEG_INFINITY,
        }
    }

    pub fn offer(&mut self, offered: Scored<P>) {
        if offered.score < self.least || self.most == 0 {
            return;
        }
        self.kept.push(offered);
        // So seldom that picking costs little for each.
        if self.kept.len() >= self.most.saturating_mul(2).saturating_add(100) {
            self.pick();
        }
    }

    /// The best, the best first; of the same score the first place first.
    pub fn finish(mut self) -> Vec<Scored<P>> {
        self.pick();
        self.kept.sort_unstable_by(best_first);
        self.kept
    }

    fn pick(&mut self) {
        let Some(last) = self.most.checked_sub(1).filter(|it| *it < self.kept.len()) else {
            return;
        };
        let (_, least, _) = self.kept.select_nth_unstable_by(last, best_first);
        self.least = least.score;
        self.kept.truncate(self.most);
    }
}

fn best_first<P: Ord>(one: &Scored<P>, other: &Scored<P>) -> Ordering {
    let by_score = other.score.total_cmp(&one.score);
    by_score.then_with(|| one.place.cmp(&other.place))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_kept_is_what_sorting_everything_gives(
            scores in prop::collection::vec(0_u8..50, 0..600), most in 0_usize..300,
        ) {
            let mut all: Vec<_> = (0..).zip(&scores).map(|(place, score)| Scored {
                score: f32::from(*score),
                place,
            }).collect();
            let mut best = Best::of(most);
            all.iter().for_each(|scored| best.offer(*scored));
            all.sort_by(best_first::<i32>);
            all.truncate(most);
            prop_assert_eq!(best.finish(), all);
        }
    }
}
