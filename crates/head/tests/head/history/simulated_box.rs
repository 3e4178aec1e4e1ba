//! A box without a bar: a list of entries with marks, which sells, is restored, copied, promoted or put back.

use std::collections::BTreeMap;

use backup::Segment;
use backup::parcels::{
    ClockReading, DirectiveKind, DirectivePosition, EntryMark, FigureRow, FigureRows, Header, Hello, LineName, Mark, Parcel, PrivateKey,
    ProtocolRange, PublicKey, write,
};
use base::Timestamp;
use head::history::CallingBox;
use rcgen::{KeyPair, PublicKeyData};
use serde_json::{Value, json};
use store::{DatedAnswer, IdempotencyHash, KeptAnswer, RawEntry};

/// A box.
pub struct SimulatedBox {
    pub caller: CallingBox,
    key: PrivateKey,
    /// Entry 1 is the first.
    pub entries: Vec<RawEntry>,
    /// Where lines begin: the number of the first entry.
    begins: Vec<u64>,
    /// Counts everything that is unlike between two boxes.
    serial: u64,
    pub sets: Vec<String>,
    /// The kinds of directives that it knows.
    pub kinds: Vec<String>,
    /// The newest directive that it has.
    pub directives: DirectivePosition,
    pub now: Timestamp,
}

/// Money of a sale, in US cents.
pub const SALE_CENTS: i64 = 250;
/// Sales of a business day.
const SALES_PER_DAY: i64 = 40;

impl SimulatedBox {
    /// A new box of a new bar.
    pub fn new(bar: &str, name: &str) -> Self {
        let pair = KeyPair::generate().expect("a key");
        let public_key = PublicKey(pair.der_bytes().to_vec());
        let mut made = SimulatedBox {
            caller: CallingBox { box_name: name.to_owned(), bar: bar.to_owned(), public_key },
            key: PrivateKey::from_pkcs8(pair.serialized_der()).expect("P-256"),
            entries: Vec::new(),
            begins: vec![1],
            serial: 0,
            sets: ["day", "setting", "open", "taking"].map(str::to_owned).to_vec(),
            kinds: DirectiveKind::ALL.map(|kind| kind.as_str().to_owned()).to_vec(),
            directives: DirectivePosition::default(),
            now: Timestamp::parse("2026-11-21T20:00:00Z").expect("legal"),
        };
        made.write("rates.changed", json!({}));
        made
    }

    /// Another device with the first `upto` entries of this one.
    pub fn copied(&self, name: &str, upto: u64) -> Self {
        let mut copy = SimulatedBox::new(&self.caller.bar, name);
        copy.entries = self.entries.clone();
        copy.begins = self.begins.clone();
        copy.put_back(upto);
        copy
    }

    fn write(&mut self, kind: &str, data: Value) {
        self.serial += 1;
        let seq = self.entries.len() as u64 + 1;
        let entry = json!({
            "v": 2, "at": self.now.as_millis(), "run": seq, "by": 1, "who": self.caller.box_name, "serial": self.serial, "role": "admin",
            "kind": kind, "data": data,
        });
        self.entries.push(RawEntry { seq, bytes: entry.to_string().into_bytes() });
    }

    /// Sells, once per entry.
    pub fn sells(&mut self, times: u64) {
        for _ in 0..times {
            let number = format!("R-20261121-{:04}", self.entries.len() + 1);
            let total = json!({"usd": SALE_CENTS, "lrd": SALE_CENTS * 190});
            let line = json!({"currency": "USD", "total": total, "rate": 1_900_000});
            self.write("sales.recorded", json!({"receipt_number": number, "lines": [line]}));
        }
    }

    /// Writes an entry of a kind that this head office does not know, and that it cannot read.
    pub fn writes_garbage(&mut self) {
        self.serial += 1;
        let seq = self.entries.len() as u64 + 1;
        self.entries.push(RawEntry { seq, bytes: format!("\u{1}{}{}", self.caller.box_name, self.serial).into_bytes() });
    }

    /// Goes on from an older state and does not notice.
    pub fn put_back(&mut self, upto: u64) {
        self.entries.truncate(upto as usize);
        self.begins.retain(|begin| *begin == 1 || *begin <= upto);
    }

    /// Is restored from a copy that ends with entry `upto`.
    pub fn is_restored(&mut self, upto: u64) {
        self.put_back(upto);
        self.begins.push(upto + 1);
        self.write("box.restored", json!({}));
    }

    /// Takes over with what it has.
    pub fn is_promoted(&mut self) {
        self.begins.push(self.journal() + 1);
        self.write("box.promoted", json!({}));
    }

    /// The newest entry.
    pub fn journal(&self) -> u64 {
        self.entries.len() as u64
    }

    pub fn mark(&self, seq: u64) -> EntryMark {
        let entry = seq.checked_sub(1).and_then(|place| self.entries.get(place as usize));
        EntryMark { seq, hash: entry.map(|entry| Mark::of(&entry.bytes)) }
    }

    /// The line that entry `seq` belongs to.
    pub fn line(&self, seq: u64) -> LineName {
        let begin = self.begins.iter().rev().find(|begin| **begin <= seq.max(1)).copied().unwrap_or(1);
        self.mark(begin).hash.expect("an entry").line()
    }

    /// The last entry of the line of entry `seq`.
    pub fn line_end(&self, seq: u64) -> u64 {
        self.begins.iter().find(|begin| **begin > seq).map_or(self.journal(), |begin| begin - 1)
    }

    pub fn hello(&self, asked: &[u64]) -> Hello {
        let journal = self.journal();
        let behind = (0..63).map(|power| 1_u64 << power).take_while(|behind| *behind < journal).map(|behind| journal - behind);
        Hello {
            protocol: ProtocolRange { min: 1, max: 3 },
            version: "0.2.0".to_owned(),
            line: self.line(journal),
            journal,
            hash: self.mark(journal).hash.expect("an entry"),
            marks: behind.chain(asked.iter().copied()).map(|seq| self.mark(seq)).collect(),
            figure_sets: self.sets.clone(),
            kinds: self.kinds.clone(),
            clock: ClockReading { now: self.now, doubtful: false },
            directives: self.directives.clone(),
        }
    }

    /// A signed parcel with the entries behind `from` up to `to`, and figures.
    pub fn parcel(&self, from: u64, to: u64, figures: Option<FigureRows>) -> Vec<u8> {
        let entries = self.entries[from as usize..to as usize].to_vec();
        let answer = |entry: &RawEntry| DatedAnswer {
            running: entry.seq,
            key: IdempotencyHash([entry.seq as u8; 32]),
            answer: KeptAnswer { body_hash: [0; 32], status: 201, body: entry.seq.to_string().into_bytes() },
        };
        let answers = entries.iter().map(answer).collect();
        let header = Header {
            version: "0.2.0".to_owned(),
            protocol: 1,
            bar: self.caller.bar.clone(),
            line: self.line(if to > from { to } else { self.journal() }),
            box_name: self.caller.box_name.clone(),
            at: self.now,
            from: self.mark(from),
            to: self.mark(to),
        };
        let step = (to > from).then_some(Segment { entries, answers });
        write(&Parcel { header, step, figures }, &self.key).expect("small")
    }

    /// The rows of all sets as they are now, with the entry that changed each the last.
    fn rows(&self) -> BTreeMap<(&'static str, String), (FigureRow, u64)> {
        let mut rows = BTreeMap::new();
        let mut sales = 0_i64;
        for entry in &self.entries {
            let Ok(parsed) = serde_json::from_slice::<Value>(&entry.bytes) else { continue };
            if parsed["kind"] == "sales.recorded" {
                let day = format!("2026-11-{:02}", 1 + sales / SALES_PER_DAY % 28);
                sales += 1;
                let row = rows.entry(("day", day.clone())).or_insert((vec![json!(day), json!(0), json!(0), json!(0)], 0));
                row.0 = Vec::from([
                    json!(day),
                    json!(row.0[1].as_i64().unwrap_or(0) + 1),
                    json!(row.0[2].as_i64().unwrap_or(0) + 1),
                    json!(row.0[3].as_i64().unwrap_or(0) + SALE_CENTS),
                    json!(0),
                    json!(0),
                    json!(0),
                    json!(0),
                ]);
                row.1 = entry.seq;
            }
            rows.insert(("setting", "newest".to_owned()), (vec![json!("newest"), json!(entry.seq.to_string())], entry.seq));
        }
        rows
    }

    /// Figures that changed behind entry `after`, in parts of at most `rows_max` rows.
    pub fn figures(&self, after: u64, wants: &[String], rows_max: usize) -> Vec<FigureRows> {
        let changed = self.rows().into_iter().filter(|((set, _), (_, seq))| *seq > after || wants.iter().any(|want| want == set));
        let changed: Vec<_> = changed.map(|((set, _), (row, _))| (set, row)).collect();
        let upto = self.journal();
        let count = changed.len().div_ceil(rows_max).max(1);
        let part = |number: usize| {
            let mut sets = BTreeMap::<String, Vec<FigureRow>>::new();
            for (set, row) in changed.iter().skip(number * rows_max).take(rows_max) {
                sets.entry((*set).to_owned()).or_default().push(row.clone());
            }
            FigureRows { upto, first: upto, last: number + 1 == count, whole: wants.to_vec(), sets }
        };
        (0..count).map(part).collect()
    }

    /// Receipts and revenue of each day, as head office should have them.
    pub fn days(&self) -> BTreeMap<String, (i64, i64)> {
        let rows = self.rows().into_iter().filter(|((set, _), _)| *set == "day");
        rows.map(|((_, day), (row, _))| (day, (row[1].as_i64().unwrap_or(0), row[3].as_i64().unwrap_or(0)))).collect()
    }
}
