//! Boxes that connect to head office by TLS, each with a key and a certificate of its own, and send the recording.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use backup::parcels::{
    ClockReading, DirectivePosition, HEAD_NAME, Header, Hello, HelloAnswer, PROTOCOL, PairRequest, Parcel, ParcelAnswer, PrivateKey,
    ProtocolRange, write,
};
use barback::head_link::Pace;
use barback::head_link::figures::SETS;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use head::box_port::{CodeFor, PairContext, make_code, pair};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST, RETRY_AFTER};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{CertificateParams, KeyPair};
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use web::https::{BoxIdentity, ClampedClock, box_connector};

use crate::Outcome;
use crate::office::Office;
use crate::recording::{Recording, now};

/// Boxes that pair at once.
const PAIRING: usize = 8;
/// Failures in a row after which the load test ends: a real box goes on.
const FAILURES_MAX: u32 = 8;

/// Parcels that are made at once.
static PACKING: Semaphore = Semaphore::const_new(2);

/// What a parcel carries: a step or a part of the figures of the recording, by its place.
enum Content {
    Step(usize),
    Figures(usize),
}

/// Boxes with the same recording.
pub struct Fleet {
    boxes: Vec<Arc<SendingBox>>,
    recording: Arc<Recording>,
    arrived: Arc<AtomicU64>,
}

/// What the boxes saw.
#[derive(Default)]
pub struct Sent {
    /// From a parcel to its answer, each.
    pub times: Vec<Duration>,
    /// Bytes of all parcels.
    pub bytes: u64,
    /// How often head office was busy.
    pub busy: u64,
    /// How often a connection was refused or broke.
    pub broken: u64,
}

struct SendingBox {
    bar: String,
    box_name: String,
    key: PrivateKey,
    connector: TlsConnector,
    port: u16,
}

/// A box at work: its connection with head office, if there is one.
struct Link<'a> {
    of: &'a SendingBox,
    sender: Option<SendRequest<Full<Bytes>>>,
    sent: Sent,
}

impl Fleet {
    /// Pairs new boxes of new bars with these numbers.
    pub async fn pair(office: &Office, recording: Arc<Recording>, numbers: Range<u64>) -> Outcome<Self> {
        let paired = stream::iter(numbers).map(|number| SendingBox::pair(office, &recording, number)).buffer_unordered(PAIRING);
        let boxes = paired.map_ok(Arc::new).try_collect().await?;
        Ok(Fleet { boxes, recording, arrived: Arc::default() })
    }

    /// The entries of all boxes.
    pub fn entries(&self) -> u64 {
        self.recording.entries * self.boxes.len() as u64
    }

    /// The entries that head office has taken so far.
    pub fn arrived(&self) -> u64 {
        self.arrived.load(Ordering::Relaxed)
    }

    /// All boxes send everything, at once.
    pub async fn send(&self) -> Outcome<Sent> {
        let mut sending = JoinSet::new();
        for one in &self.boxes {
            let (one, recording, arrived) = (one.clone(), self.recording.clone(), self.arrived.clone());
            sending.spawn(async move { one.send(&recording, &arrived).await });
        }
        let mut all = Sent::default();
        while let Some(sent) = sending.join_next().await {
            let sent = sent??;
            all.times.extend(sent.times);
            (all.bytes, all.busy, all.broken) = (all.bytes + sent.bytes, all.busy + sent.busy, all.broken + sent.broken);
        }
        all.times.sort();
        Ok(all)
    }
}

impl Sent {
    /// The time that this many of a hundred parcels did not exceed. The times are sorted.
    pub fn percentile(&self, hundredths: usize) -> Duration {
        let place = (self.times.len() * hundredths / 100).min(self.times.len().saturating_sub(1));
        self.times.get(place).copied().unwrap_or_default()
    }
}

impl SendingBox {
    async fn pair(office: &Office, recording: &Recording, number: u64) -> Outcome<Self> {
        let (bar, name) = (format!("{:032x}", number + 1), format!("Bar {number}"));
        let code = make_code(&office.database, &office.authority, &CodeFor::New { name: name.clone() }, "owner", now()).await?.code;
        let key = KeyPair::generate()?;
        let request = PairRequest {
            request: BASE64.encode(CertificateParams::default().serialize_request(&key)?.der()),
            bar: bar.clone(),
            journal: recording.entries,
            hash: recording.newest.hash,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            business_name: name,
            demo: false,
        };
        let context = PairContext { database: &office.database, authority: &office.authority, name: "Chain", now: now() };
        let answer = pair(context, &code, &request).await?;
        let (authority, certificate) = (BASE64.decode(answer.authority)?, BASE64.decode(answer.certificate)?);
        let connector = box_connector(&BoxIdentity { authority, certificate, key: key.serialize_der() }, ClampedClock::new(now))?;
        let key = PrivateKey::from_pkcs8(key.serialized_der()).ok_or("a P-256 key")?;
        Ok(SendingBox { bar, box_name: answer.box_name, key, connector, port: office.port })
    }

    async fn send(self: &Arc<Self>, recording: &Arc<Recording>, arrived: &AtomicU64) -> Outcome<Sent> {
        let mut link = Link { of: self, sender: None, sent: Sent::default() };
        let greeted: HelloAnswer = link.call("/box/v1/hello", serde_json::to_vec(&hello(recording))?).await?;
        if greeted.position.is_some() || !greeted.ask.is_empty() {
            return Err("head office knows a new box".into());
        }
        for (place, step) in recording.steps.iter().enumerate() {
            let taken = link.parcel(self.packed(recording, Content::Step(place)).await?).await?;
            if taken.position.map(|position| position.seq) != Some(step.to.seq) {
                return Err(format!("head office is not at entry {}", step.to.seq).into());
            }
            arrived.fetch_add(step.to.seq - step.from.seq, Ordering::Relaxed);
        }
        for place in 0..recording.figures.len() {
            link.parcel(self.packed(recording, Content::Figures(place)).await?).await?;
        }
        Ok(link.sent)
    }

    /// A signed parcel. Made on a thread of its own, so that the other boxes go on with their connections.
    async fn packed(self: &Arc<Self>, recording: &Arc<Recording>, content: Content) -> Outcome<Vec<u8>> {
        let _turn = PACKING.acquire().await?;
        let (own, recording) = (self.clone(), recording.clone());
        tokio::task::spawn_blocking(move || own.pack(&recording, content)).await?
    }

    fn pack(&self, recording: &Recording, content: Content) -> Outcome<Vec<u8>> {
        let (step, figures) = match content {
            Content::Step(place) => (recording.steps.get(place), None),
            Content::Figures(place) => (None, recording.figures.get(place)),
        };
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            bar: self.bar.clone(),
            line: recording.line,
            box_name: self.box_name.clone(),
            at: now(),
            from: step.map_or(recording.newest, |step| step.from),
            to: step.map_or(recording.newest, |step| step.to),
        };
        Ok(write(&Parcel { header, step: step.map(|step| step.segment.clone()), figures: figures.cloned() }, &self.key)?)
    }

    async fn connect(&self) -> Outcome<SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        stream.set_nodelay(true)?;
        let secure = self.connector.connect(ServerName::try_from(HEAD_NAME)?, stream).await?;
        let (sender, connection) = handshake(TokioIo::new(secure)).await?;
        tokio::spawn(connection);
        Ok(sender)
    }
}

impl Link<'_> {
    /// Sends a parcel until head office takes it.
    async fn parcel(&mut self, bytes: Vec<u8>) -> Outcome<ParcelAnswer> {
        self.sent.bytes += bytes.len() as u64;
        let began = Instant::now();
        let answer = self.call("/box/v1/parcels", bytes).await?;
        self.sent.times.push(began.elapsed());
        Ok(answer)
    }

    /// Calls until head office answers and is not busy, with the pauses of a real box.
    async fn call<T: DeserializeOwned>(&mut self, path: &str, bytes: Vec<u8>) -> Outcome<T> {
        let bytes = Bytes::from(bytes);
        let mut failures = 0;
        loop {
            let retry_after = match self.exchange(path, &bytes).await {
                Ok((StatusCode::OK, _, body)) => return Ok(serde_json::from_slice(&body)?),
                Ok((StatusCode::SERVICE_UNAVAILABLE, seconds, _)) => {
                    self.sent.busy += 1;
                    seconds
                }
                Ok((status, _, body)) => return Err(format!("{path}: {status} {}", String::from_utf8_lossy(&body)).into()),
                Err(error) if failures == FAILURES_MAX => return Err(error),
                Err(_) => {
                    (self.sent.broken, self.sender, failures) = (self.sent.broken + 1, None, failures + 1);
                    None
                }
            };
            let random = u32::try_from(RandomState::new().hash_one(()) & u64::from(u32::MAX))?;
            sleep(Pace::default().pause(failures.max(1), retry_after, random)).await;
        }
    }

    /// One request: status, `Retry-After`, body.
    async fn exchange(&mut self, path: &str, bytes: &Bytes) -> Outcome<(StatusCode, Option<Duration>, Bytes)> {
        let mut sender = match self.sender.take() {
            Some(sender) => sender,
            None => self.of.connect().await?,
        };
        let request = Request::post(path).header(HOST, HEAD_NAME).header(CONTENT_TYPE, "application/octet-stream");
        sender.ready().await?;
        let answer = sender.send_request(request.body(Full::new(bytes.clone()))?).await?;
        let seconds = answer.headers().get(RETRY_AFTER).and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let (status, body) = (answer.status(), answer.into_body().collect().await?.to_bytes());
        self.sender = Some(sender);
        Ok((status, seconds.map(Duration::from_secs), body))
    }
}

/// The first hello of a box, which head office does not know.
fn hello(recording: &Recording) -> Hello {
    Hello {
        protocol: ProtocolRange { min: PROTOCOL, max: PROTOCOL },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        line: recording.line,
        journal: recording.entries,
        hash: recording.newest.hash.unwrap_or(backup::parcels::Mark([0; 32])),
        marks: vec![recording.newest],
        figure_sets: SETS.iter().map(|set| set.as_str().to_owned()).collect(),
        kinds: Vec::new(),
        clock: ClockReading { now: now(), doubtful: false },
        directives: DirectivePosition::default(),
    }
}
