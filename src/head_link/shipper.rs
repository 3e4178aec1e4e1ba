//! The task that says hello to head office and sends it parcels, one at a time. It runs while the bar is connected, and only then.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

use super::client::{HeadClient, HeadError, Sent};
use super::packing::{Content, Packed, unreadable};
use super::sending::{FigurePart, Figures};
use super::session::Session;
use super::status::{DAMAGED, GAP, LinkError, TOO_LARGE};
use super::{Parts, blocking, directives, journal, note};
use crate::engine::figure_notes;
use crate::head_office;
use crate::parcels::{HelloAnswer, ParcelAnswer, Position};
use base::Timestamp;
use web::https::{ClampedClock, box_connector};

/// Most hellos in a row that answer a question of head office.
const ROUNDS_MAX: usize = 64;
/// How often a parcel that head office finds damaged is made again at once.
const REMADE_MAX: u32 = 3;
/// How often head office may say in a row that entries are missing before that counts as a failure.
const GAPS_MAX: u32 = 1;

const HELLO_PATH: &str = "/box/v1/hello";
const PARCELS_PATH: &str = "/box/v1/parcels";

/// Sends to one head office at one address.
pub struct Shipper {
    parts: Parts,
    session: Session,
    client: HeadClient,
    /// Whether the position is known from head office.
    greeted: bool,
    /// The newest entry that head office has.
    position: Option<Position>,
    figures: Figures,
    /// Whether figures go before the entries: reports are right before the history has arrived.
    figures_first: bool,
    failing_since: Option<Instant>,
    /// Whether more entries follow without a pause.
    has_more: bool,
    /// When the first entry came that is not sent yet.
    unsent_since: Option<Instant>,
    last_contact: Instant,
    /// Failures in a row, and when the next try is.
    failures: u32,
    retry_at: Option<Instant>,
    /// How often in a row head office found the next entries damaged, and until when they wait.
    damaged: u32,
    held: Option<Held>,
    gaps: u32,
}

/// Entries that wait, because head office cannot read them.
struct Held {
    until: Instant,
    /// The same by the box's clock.
    next: Timestamp,
    error: LinkError,
}

/// Runs until the bar is disconnected, the box has no key, or the box stops.
pub async fn run(parts: Parts) {
    loop {
        let seen = parts.settings_feed.head();
        let Ok(Some(session)) = Session::open(&parts).await else { return };
        let Some(shipper) = Shipper::new(&parts, session) else { return };
        note(&parts, |tables| figure_notes::begin(tables)).await;
        if shipper.send_until_changed(seen).await.is_none() {
            return;
        }
    }
}

impl Shipper {
    fn new(parts: &Parts, session: Session) -> Option<Self> {
        let clock = parts.clock.clone();
        let tls = box_connector(&session.keys.tls, ClampedClock::new(move || clock().0));
        let tls = tls.inspect_err(|error| tracing::warn!("the certificate for head office cannot be used: {error}")).ok()?;
        let client = HeadClient::new(session.address.clone(), tls, None, parts.pace);
        Some(Shipper {
            parts: parts.clone(),
            session,
            client,
            greeted: false,
            position: None,
            figures: Figures::default(),
            figures_first: true,
            failing_since: None,
            has_more: false,
            unsent_since: None,
            last_contact: Instant::now(),
            failures: 0,
            retry_at: None,
            damaged: 0,
            held: None,
            gaps: 0,
        })
    }

    /// Sends until the connection is another one. `None` once the engine has stopped. `seen`: the newest change of settings when the
    /// session was read.
    async fn send_until_changed(mut self, mut seen: u64) -> Option<()> {
        let (mut settings, mut feed, wake) = (self.parts.settings_feed.clone(), self.parts.feed.clone(), self.parts.wake.clone());
        loop {
            let waits_for_entries = self.greeted && self.unsent_since.is_none() && !self.has_more;
            tokio::select! {
                () = tokio::time::sleep_until(self.due()) => {}
                () = wake.notified() => (self.retry_at, self.held, self.has_more) = (None, None, true),
                changed = settings.after(seen) => {
                    seen = changed?;
                    match Session::open(&self.parts).await {
                        Ok(Some(session)) if session.is_same(&self.session) => continue,
                        _ => return Some(()),
                    }
                }
                newest = feed.after(self.seq()), if waits_for_entries => {
                    newest?;
                    self.unsent_since = Some(Instant::now());
                    continue;
                }
            }
            match self.contact().await {
                Ok(()) => {
                    let failing = self.failing_since.take();
                    self.figures_first |= failing.is_some_and(|since| since.elapsed() >= self.parts.pace.hello_every);
                    (self.failures, self.retry_at) = (0, None);
                    match &self.held {
                        Some(held) => self.parts.status.failed(held.error.clone(), held.next),
                        None => self.parts.status.succeeded(),
                    }
                }
                Err(error) => self.note_failure(error),
            }
            self.last_contact = Instant::now();
        }
    }

    /// When the next contact is due.
    fn due(&self) -> Instant {
        if let Some(at) = self.retry_at {
            return at;
        }
        let hello = self.last_contact + self.parts.pace.hello_every;
        let entries = match self.unsent_since {
            _ if !self.greeted || self.has_more => Some(Instant::now()),
            Some(since) => Some(since + self.parts.pace.parcel_after),
            None => None,
        };
        match (entries, &self.held) {
            (None, None) => hello,
            (Some(entries), None) => entries.min(hello),
            // The entries wait; hello does not.
            (_, Some(held)) if self.greeted => held.until.min(hello),
            (_, Some(_)) => Instant::now(),
        }
    }

    /// Says hello or sends one parcel.
    async fn contact(&mut self) -> Result<(), LinkError> {
        let is_held = self.held.as_ref().is_some_and(|held| held.until > Instant::now());
        if !self.greeted {
            return self.greet(true).await;
        }
        let (wants_more, since) = (std::mem::take(&mut self.has_more), self.unsent_since);
        let is_due = wants_more || since.is_some_and(|since| since + self.parts.pace.parcel_after <= Instant::now());
        let packed = if is_due || self.held.is_some() { self.pack(!is_held).await } else { Ok(None) };
        match packed {
            Ok(Some((packed, figures))) => self.send(packed, figures).await,
            Ok(None) => self.greet(false).await,
            Err(error) => {
                self.hold(error);
                Ok(())
            }
        }
    }

    /// Finds out what head office has. `is_first`: with marks of older entries.
    async fn greet(&mut self, is_first: bool) -> Result<(), LinkError> {
        let mut hello = self.session.hello(&self.parts, is_first).await?;
        for _ in 0..ROUNDS_MAX {
            let answer: HelloAnswer = self.client.post(HELLO_PATH, Sent::Json(&hello)).await.map_err(LinkError::Head)?;
            if answer.ask.is_empty() {
                self.adopt(answer.position).await?;
                self.parts.status.greeted(&answer);
                self.greeted = true;
                self.figures.adopt_answer(answer.figures_upto, answer.wants);
                let newest = self.parts.feed.head();
                let lacks_figures = self.figures.has_more() || self.figures.upto < newest;
                let is_behind = newest > self.seq();
                self.has_more = if is_behind { is_first } else { lacks_figures };
                self.unsent_since = is_behind.then(|| self.unsent_since.unwrap_or_else(Instant::now));
                return self.fetch(answer.directives).await;
            }
            hello.marks = self.session.marks(&self.parts, answer.ask).await?;
        }
        Err(LinkError::Head(HeadError::Unexpected("it asks for ever more entries".to_owned())))
    }

    /// The next parcel, with the part of the figures in it. `with_entries`: unless figures go first.
    async fn pack(&self, with_entries: bool) -> Result<Option<(Packed, Option<FigurePart>)>, LinkError> {
        let (session, at) = (self.session.clone(), self.parts.clock_now());
        let (figures, position, figures_first) = (self.figures.clone(), self.position, self.figures_first);
        blocking(&self.parts, move |view| {
            // Head office keeps figures of a line that it has entries of.
            let line = journal::newest_line(view).map_err(unreadable)?;
            let has_line = position.is_some_and(|position| position.line == line);
            let seq = position.map_or(0, |position| position.seq);
            let begins_line =
                with_entries && seq + 1 >= head_office::line_start(view, store::head(view).map_err(unreadable)?).map_err(unreadable)?;
            let part = if has_line || begins_line { figures.next(view).map_err(unreadable)? } else { None };
            let entries = with_entries && !(figures_first && has_line && part.is_some());
            let rows = part.as_ref().map(|part| part.rows.clone());
            let content = Content { position: seq, entries, figures: rows };
            Ok(session.sender().pack(view, &content, at)?.map(|packed| (packed, part)))
        })
        .await
    }

    async fn send(&mut self, packed: Packed, figures: Option<FigurePart>) -> Result<(), LinkError> {
        let Packed { bytes, from, to, has_more } = packed;
        match self.client.post::<(), ParcelAnswer>(PARCELS_PATH, Sent::Parcel(bytes)).await {
            Ok(answer) => {
                if answer.position.is_some() {
                    self.adopt(answer.position).await?;
                }
                self.parts.status.sent(&answer);
                if to > from {
                    if self.seq() <= from {
                        return Err(LinkError::Head(HeadError::Unexpected("it took entries and does not have them".to_owned())));
                    }
                    (self.damaged, self.held, self.gaps) = (0, None, 0);
                }
                let is_kept = match figures {
                    Some(part) => self.figures.sent(&self.parts, part, answer.figures_upto).await,
                    None => true,
                };
                self.figures_first &= is_kept && self.figures.has_more();
                let entries_wait = self.held.is_some() || self.seq() >= self.parts.feed.head();
                // A head office that keeps no figures gets them again with the next parcel or hello.
                self.has_more = (is_kept && self.figures.has_more()) || (has_more && !entries_wait);
                self.unsent_since = (self.parts.feed.head() > self.seq()).then(Instant::now);
                self.fetch(answer.directives).await
            }
            Err(HeadError::Refused { code, .. }) if code == GAP && self.gaps < GAPS_MAX => {
                (self.gaps, self.greeted) = (self.gaps + 1, false);
                Ok(())
            }
            Err(error @ HeadError::Refused { .. }) if is_damage(&error) => {
                self.damaged += 1;
                if self.damaged < REMADE_MAX {
                    self.has_more = true;
                } else {
                    self.hold(LinkError::Head(error));
                }
                Ok(())
            }
            Err(error) => {
                // The next try sends the same entries, or finds out what head office has.
                self.has_more = true;
                self.greeted &= !matches!(error, HeadError::Refused { .. });
                Err(LinkError::Head(error))
            }
        }
    }

    /// Fetches the directives up to `newest`. What became of them is sent without a pause.
    async fn fetch(&mut self, newest: u64) -> Result<(), LinkError> {
        self.has_more |= directives::fetch(&self.parts, &mut self.client, newest).await? > 0;
        Ok(())
    }

    /// Goes on from what head office has. It must be in the journal: an entry of another history would leave a gap.
    async fn adopt(&mut self, position: Option<Position>) -> Result<(), LinkError> {
        let is_known = self.session.adopt(&self.parts, position).await?;
        if !is_known {
            self.greeted = false;
            return Err(LinkError::Head(HeadError::Unexpected("it names an entry that this box does not have".to_owned())));
        }
        self.position = position;
        self.parts.status.set_position(position);
        Ok(())
    }

    /// Sequence number of the newest entry that head office has.
    fn seq(&self) -> u64 {
        self.position.map_or(0, |position| position.seq)
    }

    /// Lets the entries wait that cannot be sent. Hello goes on.
    fn hold(&mut self, error: LinkError) {
        let pause = self.parts.pace.damaged_every;
        self.has_more = false;
        self.held = Some(Held { until: Instant::now() + pause, next: later(self.parts.clock_now(), pause), error });
    }

    fn note_failure(&mut self, error: LinkError) {
        self.failures = self.failures.saturating_add(1);
        self.failing_since.get_or_insert_with(Instant::now);
        let retry_after = match &error {
            LinkError::Head(HeadError::Busy { retry_after, .. }) => *retry_after,
            _ => None,
        };
        let pause = self.parts.pace.pause(self.failures, retry_after, random());
        self.retry_at = Some(Instant::now() + pause);
        self.parts.status.failed(error, later(self.parts.clock_now(), pause));
    }
}

/// Whether head office cannot read a parcel, so that it would refuse it again.
fn is_damage(error: &HeadError) -> bool {
    matches!(error, HeadError::Refused { code, .. } if code == DAMAGED || code == TOO_LARGE)
}

fn later(at: Timestamp, pause: Duration) -> Timestamp {
    Timestamp::from_millis(at.as_millis().saturating_add(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX)))
}

/// A number that differs between boxes; it protects nothing.
fn random() -> u32 {
    let number = RandomState::new().hash_one(());
    u32::try_from(number & u64::from(u32::MAX)).unwrap_or(0)
}
