//! Rules over win rates and draw rates.

use crate::{
    InputError,
    fields::query,
    number::with_original_value,
    series::rule::RuleFields,
    series::search::{SearchFields, choose_turns, within},
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_series::{
    BestGrid, Choice, PickTable, Problem, Table, TableForm, TablePlan, TableTerms, Turns,
    parse_rates,
};

/// The whole per cents of the author's tables, which are without draws.
const USUAL_P: &str = "50..99";
const USUAL_F: &str = "0";
/// The author's grid, 1,380 cases with both turn systems.
const BEST_P: &str = "50..95";
const BEST_F: &str = "0..70:5";

query! {
    /// Which rules a table has.
    pub struct TableQuery {
        /// Win rates of the first player.
        number p "RATES",
        /// Draw rates.
        number f "RATES",
        /// The author's rules: `takahashi` or `takahashi-lcm`.
        text pick "NAME",
        /// The fairest rules, which are searched for.
        flag best,
        /// The rule that is the same everywhere, or what is laid down for the rules.
        part rule RuleFields,
        /// Conditions of a search.
        part search SearchFields,
        /// How rows are written.
        text form "FORM",
        /// What the author printed beside what is true.
        flag compare,
    }
}

/// A table that can be made.
#[derive(Debug)]
pub struct TableJob {
    plan: Plan,
    /// How rows are written.
    pub form: TableForm,
    /// Whether what the author printed is compared with what is true.
    pub compare: bool,
}

#[derive(Debug)]
enum Plan {
    Chosen(Box<TablePlan>),
    Fairest(BestGrid),
}

impl TableQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<TableJob, InputError> {
        if self.best { self.fairest() } else { self.chosen() }
    }

    fn chosen(&self) -> Result<TableJob, InputError> {
        self.refuse_search()?;
        let ps = parse_rates("p", self.p.as_deref().unwrap_or(USUAL_P))?;
        let fs = parse_rates("f", self.f.as_deref().unwrap_or(USUAL_F))?;
        let choice = self.choice()?;
        let form: TableForm = match (&self.form, &choice) {
            (Some(text), _) => text.parse()?,
            (None, Choice::Takahashi(PickTable::Lcm)) => TableForm::Lcm,
            (None, _) => TableForm::Article,
        };
        // The author's tables are his own rules without draws.
        let drawn = fs.iter().any(|f| !f.exact().is_zero());
        if self.compare && (drawn || matches!(choice, Choice::Rule(_))) {
            let allowed = "`pick` takahashi `f` 0";
            return Err(InputError::new("compare", "", BadValue::Conflict, allowed));
        }
        let terms = TableTerms {
            draws: self.rule.draws()?,
            limit: self.rule.limit()?,
            clinch: self.rule.clinch,
            form,
        };
        // A list of rates may be long: its refused member is shown, not all of it.
        let one = fs.len() == 1;
        let typed = [("f", if one { &self.f } else { &None }), ("draws", &self.rule.draws)];
        let plan = TablePlan::new(choice, terms, ps, fs)
            .map_err(|error| with_original_value(error, &typed))?;
        Ok(TableJob { plan: Plan::Chosen(Box::new(plan)), form, compare: self.compare })
    }

    /// Refuses conditions of a search that is not made.
    fn refuse_search(&self) -> Result<(), InputError> {
        let search = &self.search;
        let only_best = [
            ("free-limit", search.free_limit.then_some("")),
            ("any-points", search.any_points.then_some("")),
            ("max-points", search.max_points.as_deref()),
            ("max-none", search.max_none.as_deref()),
            ("max-games", search.max_games.as_deref()),
            ("max-bias", search.max_bias.as_deref()),
        ];
        match only_best.into_iter().find_map(|(field, given)| Some((field, given?))) {
            Some((field, given)) => {
                Err(InputError::new(field, given, BadValue::Conflict, "`best`"))
            }
            None => Ok(()),
        }
    }

    fn choice(&self) -> Result<Choice, InputError> {
        if self.rule.points.is_some() {
            if let Some(pick) = &self.pick {
                return Err(InputError::new("pick", pick, BadValue::Conflict, "`pick` | `points`"));
            }
            return Ok(Choice::Rule(Box::new(self.rule.rule()?)));
        }
        let turns = self.rule.turns.is_some().then(|| self.rule.turns()).transpose()?;
        let table = match (self.pick.as_deref(), turns) {
            (None | Some("takahashi"), None | Some(Turns::Alternating)) => PickTable::Alternating,
            (None | Some("takahashi"), Some(Turns::Fixed)) => PickTable::Fixed,
            (Some("takahashi-lcm"), None | Some(Turns::Fixed)) => PickTable::Lcm,
            (None | Some("takahashi"), Some(turns)) => {
                let allowed = "fixed, alternating (takahashi)";
                return Err(InputError::new("turns", turns, Problem::NotInDataSet, allowed));
            }
            (Some("takahashi-lcm"), Some(turns)) => {
                let allowed = "fixed (takahashi-lcm)";
                return Err(InputError::new("turns", turns, BadValue::Conflict, allowed));
            }
            (Some(other), _) => {
                let allowed = "takahashi, takahashi-lcm";
                return Err(InputError::new("pick", other, BadValue::Unknown, allowed));
            }
        };
        Ok(Choice::Takahashi(table))
    }

    /// The fairest rule for each turn order and each pair of rates.
    fn fairest(&self) -> Result<TableJob, InputError> {
        let form: TableForm = self.form.as_deref().map_or(Ok(TableForm::Article), str::parse)?;
        let others = [
            ("points", self.rule.points.as_deref()),
            ("pick", self.pick.as_deref()),
            ("clinch", self.rule.clinch.then_some("")),
            ("compare", self.compare.then_some("")),
            ("form", (form == TableForm::Lcm).then_some("lcm")),
        ];
        if let Some((field, given)) = others.into_iter().find_map(|(field, x)| Some((field, x?))) {
            let allowed = "`best` `limit` N `turns` `draws`";
            return Err(InputError::new(field, given, BadValue::Conflict, allowed));
        }
        let ps = parse_rates("p", self.p.as_deref().unwrap_or(BEST_P))?;
        let fs = parse_rates("f", self.f.as_deref().unwrap_or(BEST_F))?;
        let mut request = within(self.rule.limit.as_deref())?;
        choose_turns(self.rule.turns.as_slice(), &mut request)?;
        if let Some(draws) = &self.rule.draws {
            request.draws = vec![draws.parse()?];
        }
        self.search.narrow(&mut request)?;
        let plan = Plan::Fairest(BestGrid::new(&request, ps, fs)?);
        Ok(TableJob { plan, form, compare: false })
    }
}

impl TableJob {
    /// Makes the table. One that was cancelled has the rows that are done.
    pub fn run(&self, watch: &dyn Watch) -> Result<Table, InputError> {
        match &self.plan {
            Plan::Chosen(plan) => {
                watch.begin(plan.rows(), WorkUnit::Cases);
                Ok(plan.run(|done| watch.at(done))?)
            }
            Plan::Fairest(grid) => {
                watch.begin(grid.cases(), WorkUnit::Cases);
                Ok(Table::Fairest(grid.run(|done| watch.at(done))?))
            }
        }
    }
}
