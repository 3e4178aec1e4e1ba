//! Head office that is put back to yesterday's state, and bars that are.

use super::{Fetcher, Office};

/// Tables that are put back.
const TABLES: &str =
    "SELECT table_name::TEXT FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE 'kept_%'";

impl Office {
    /// Keeps the database as it is now.
    async fn is_copied(&self) {
        for row in self.world.sql(TABLES).await {
            let name: String = row.get(0);
            self.head.sql(&format!("CREATE TABLE kept_copy_{name} AS TABLE {name}")).await;
        }
    }

    /// Puts the database back to the copy.
    async fn is_put_back(&self) {
        for row in self.world.sql(TABLES).await {
            let name: String = row.get(0);
            if ["sessions", "head_users", "audit"].contains(&name.as_str()) {
                continue;
            }
            self.head.sql(&format!("TRUNCATE {name}; INSERT INTO {name} TABLE kept_copy_{name}")).await;
        }
    }
}

impl Fetcher {
    /// One round with head office: hello, what is new, what became of it.
    async fn round(&mut self, office: &Office) -> usize {
        self.hello(office).await;
        let given = self.fetches().await.len();
        let open: Vec<u64> = self.has.iter().filter(|(_, of)| of.state == "received").map(|(number, _)| *number).collect();
        for number in open {
            self.decides(number, "applied", None, None);
        }
        self.sends(office).await;
        self.hello(office).await;
        given
    }
}

fn applied(numbers: &[i64]) -> Vec<(i64, String)> {
    numbers.iter().map(|number| (*number, "applied".to_owned())).collect()
}

#[tokio::test]
async fn after_a_restore_of_head_office_each_directive_is_decided_once() {
    let office = Office::start().await;
    let mut cape = office.bar("Cape Bar").await;
    office.suggests("190", &cape).await;
    cape.round(&office).await;
    // On its way when the copy is made: the box has it before head office knows.
    office.suggests("191", &cape).await;
    office.is_copied().await;
    for rate in ["192", "193"] {
        office.suggests(rate, &cape).await;
    }
    cape.round(&office).await;
    assert_eq!(office.states().await, applied(&[1, 2, 3, 4]));

    office.is_put_back().await;
    office.head.clock.advance(60);
    // Before the box has called: the number is the box's already.
    let early = office.suggests("200", &cape).await;
    assert_eq!(early["number"], 3);
    assert_eq!(cape.hello(&office).await.position.map(|position| position.seq), Some(5), "the box sends from there");
    let late = office.suggests("201", &cape).await;
    assert_eq!(late["number"], 7, "behind the box's last one, and behind those that moved");
    let states = office.states().await;
    assert_eq!(states.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 5, 6, 7], "{states:?}");
    cape.round(&office).await;
    // What the box had got its number back.
    assert_eq!(office.states().await, applied(&[1, 2, 6, 7]));
    assert_eq!(cape.round(&office).await, 0);
    assert!(cape.decided.values().all(|times| *times == 1) && cape.decided.len() == 6, "{:?}", cape.decided);
}

#[tokio::test]
async fn a_bar_that_is_restored_from_a_copy_gets_again_what_it_lost() {
    let office = Office::start().await;
    let mut cape = office.bar("Cape Bar").await;
    office.suggests("190", &cape).await;
    cape.round(&office).await;
    let upto = cape.simulated.journal();
    office.suggests("191", &cape).await;
    let gone = office.suggests("192", &cape).await;
    assert_eq!(office.deletes(&office.owner, &gone).await.0, 204);
    cape.round(&office).await;
    assert_eq!(office.states().await, [(1, "applied".to_owned()), (2, "applied".to_owned()), (3, "withdrawn".to_owned())]);
    cape.simulated.is_restored(upto);
    cape.has.remove(&2);
    cape.hello(&office).await;
    assert_eq!(office.states().await[1], (2, "queued".to_owned()));
    assert_eq!(cape.round(&office).await, 1);
    assert_eq!(office.states().await, [(1, "applied".to_owned()), (2, "applied".to_owned()), (3, "withdrawn".to_owned())]);
}
