//! A small head office: the box port over TLS with client certificates, in memory. Tests choose how it behaves.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use barback::parcels::{
    DIRECTIVES_MAX, Directive, EntryMark, FigureRow, FigureRows, HEAD_NAME, Header, Hello, HelloAnswer, Mark, PairAnswer, PairRequest,
    ParcelAnswer, Position, PrivateKey, PublicKey, read,
};
use barback::standby::Code;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{
    BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose, PKCS_ECDSA_P256_SHA256,
    PublicKeyData, SignatureAlgorithm, date_time_ymd,
};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

/// The name that boxes show.
pub const NAME: &str = "Sunset Group";
/// Bytes before the point of a P-256 key in a signing request.
const KEY_PREFIX: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01,
    0x07, 0x03, 0x42, 0x00,
];

/// How it behaves.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Mode {
    /// As head office does.
    #[default]
    Good,
    /// Takes connections and answers nothing.
    Hangs,
    /// Writes garbage instead of TLS.
    Garbage,
    /// Answers a byte of an endless header now and then.
    Drips,
    /// Answers each request with this.
    Refuses { status: u16, body: Value, retry_after: Option<u64> },
    /// Answers hello, and refuses each parcel with entries with this.
    RefusesEntries { status: u16, body: Value },
}

/// What it has, and what it was asked.
#[derive(Default)]
pub struct Seen {
    pub mode: Mode,
    /// Entries by number, of all lines: the last one taken counts.
    pub entries: BTreeMap<u64, Vec<u8>>,
    pub position: Option<Position>,
    pub figures_upto: u64,
    /// Rows that came as figures.
    pub rows: usize,
    /// Whether figures count.
    pub beside: bool,
    pub connections: usize,
    pub hellos: Vec<Hello>,
    pub parcels: Vec<Header>,
    pub refused_parcels: usize,
    /// What it asks of the bar, in any order.
    pub directives: Vec<Directive>,
    /// Rows of the set `directive`, by number.
    pub outcomes: BTreeMap<u64, FigureRow>,
    /// The code that counts, once.
    code: Option<Code>,
    key: Option<PublicKey>,
}

/// A running head office.
pub struct FakeHead {
    pub url: String,
    seen: Arc<Mutex<Seen>>,
    authority: Arc<Authority>,
    task: tokio::task::JoinHandle<()>,
}

struct Authority {
    certificate: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
}

/// A key that comes in a signing request.
struct SentKey(Vec<u8>);

impl PublicKeyData for SentKey {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }
    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &PKCS_ECDSA_P256_SHA256
    }
}

fn params(usage: ExtendedKeyUsagePurpose) -> CertificateParams {
    let mut params = CertificateParams::new(vec![HEAD_NAME.to_owned()]).expect("a name");
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![usage];
    (params.not_before, params.not_after) = (date_time_ymd(2024, 1, 1), date_time_ymd(2049, 12, 31));
    params
}

impl Authority {
    fn new() -> Self {
        let key = KeyPair::generate().expect("a key");
        let mut params = params(ExtendedKeyUsagePurpose::ServerAuth);
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        params.extended_key_usages = Vec::new();
        let certificate = params.self_signed(&key).expect("signed").der().to_vec();
        Authority { certificate, issuer: Issuer::new(params, key) }
    }

    fn acceptor(&self) -> TlsAcceptor {
        let key = KeyPair::generate().expect("a key");
        let leaf = params(ExtendedKeyUsagePurpose::ServerAuth).signed_by(&key, &self.issuer).expect("signed");
        let chain = vec![leaf.der().clone(), CertificateDer::from(self.certificate.clone())];
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from(self.certificate.clone())).expect("an authority");
        let provider = Arc::new(ring::default_provider());
        let clients = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).allow_unauthenticated().build();
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("TLS 1.3")
            .with_client_cert_verifier(clients.expect("a verifier"))
            .with_single_cert(chain, PrivatePkcs8KeyDer::from(key.serialize_der()).into())
            .expect("a certificate");
        TlsAcceptor::from(Arc::new(config))
    }
}

impl FakeHead {
    /// Starts on a free port.
    pub async fn start() -> Self {
        FakeHead::with(Arc::new(Authority::new()), Arc::default()).await
    }

    /// The same head office at another address.
    pub async fn moved(&self) -> Self {
        FakeHead::with(self.authority.clone(), self.seen.clone()).await
    }

    async fn with(authority: Arc<Authority>, seen: Arc<Mutex<Seen>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("https://127.0.0.1:{}", listener.local_addr().expect("bound").port());
        let (acceptor, shared, signer) = (authority.acceptor(), seen.clone(), authority.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, acceptor.clone(), shared.clone(), signer.clone()));
            }
        });
        FakeHead { url, seen, authority, task }
    }

    /// What it has and was asked.
    pub fn seen(&self) -> MutexGuard<'_, Seen> {
        lock(&self.seen)
    }

    pub fn behaves(&self, mode: Mode) {
        self.seen().mode = mode;
    }

    /// Asks for a change, in the name of Jane. Returns its number.
    pub fn asks(&self, kind: &str, effective: &str, body: Value) -> u64 {
        let mut seen = self.seen();
        let number = seen.newest_directive() + 1;
        let (id, at) = (format!("d{number}"), base::Timestamp::from_millis(0));
        let (kind, effective, by) = (kind.to_owned(), effective.to_owned(), "Jane".to_owned());
        seen.directives.push(Directive { number, id, kind, body, effective, by, at });
        number
    }

    /// A new code for a bar, as people type it.
    pub fn code(&self, secret: u8) -> String {
        let code = Code::new([secret; 16], Some(Sha256::digest(&self.authority.certificate).into()));
        self.seen().code = Some(code.clone());
        code.to_string()
    }

    /// The key with which it signs files.
    pub fn signing_key(&self) -> PrivateKey {
        PrivateKey::from_pkcs8(self.authority.issuer.key().serialized_der()).expect("P-256")
    }

    /// The public key of the box that was paired.
    pub fn box_key(&self) -> PublicKey {
        self.seen().key.clone().expect("a box was paired")
    }
}

impl Drop for FakeHead {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(mut stream: TcpStream, acceptor: TlsAcceptor, seen: Arc<Mutex<Seen>>, authority: Arc<Authority>) {
    let mode = {
        let mut seen = lock(&seen);
        seen.connections += 1;
        seen.mode.clone()
    };
    match mode {
        Mode::Hangs => std::future::pending().await,
        Mode::Garbage => {
            let _ = stream.write_all(&[0x47; 4_000]).await;
            return;
        }
        Mode::Drips => {
            let Ok(mut stream) = acceptor.accept(stream).await else { return };
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nx: ").await;
            while stream.write_all(b"x").await.is_ok() && stream.flush().await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            return;
        }
        _ => {}
    }
    let Ok(stream) = acceptor.accept(stream).await else { return };
    let has_certificate = stream.get_ref().1.peer_certificates().is_some();
    let answer = service_fn(move |request| {
        let (seen, authority) = (seen.clone(), authority.clone());
        async move { Ok::<_, Infallible>(respond(request, &seen, &authority, has_certificate).await) }
    });
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
}

fn answer(status: u16, body: &impl Serialize) -> Response<Full<Bytes>> {
    let body = serde_json::to_vec(body).expect("JSON");
    let status = StatusCode::from_u16(status).expect("a status");
    Response::builder().status(status).body(Full::new(Bytes::from(body))).expect("an answer")
}

async fn respond(request: Request<Incoming>, seen: &Mutex<Seen>, authority: &Authority, has_certificate: bool) -> Response<Full<Bytes>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.expect("a whole request").to_bytes();
    let mut seen = lock(seen);
    if let Mode::Refuses { status, body, retry_after } = &seen.mode {
        let mut refusal = answer(*status, body);
        if let Some(seconds) = retry_after {
            refusal.headers_mut().insert("retry-after", (*seconds).into());
        }
        return refusal;
    }
    match parts.uri.path() {
        "/box/v1/pair" => {
            let bearer = parts.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
            seen.pair(bearer, &serde_json::from_slice(&body).expect("a request to pair"), authority)
        }
        _ if !has_certificate => answer(401, &json!({"code": "unauthenticated", "message": "No certificate"})),
        "/box/v1/hello" => seen.hello(serde_json::from_slice(&body).expect("a hello")),
        "/box/v1/parcels" => seen.parcel(&body),
        "/box/v1/directives" => {
            let after = parts.uri.query().and_then(|query| query.strip_prefix("after=")?.parse::<u64>().ok()).expect("a number");
            let behind = seen.directives.iter().filter(|directive| directive.number > after).take(DIRECTIVES_MAX);
            answer(200, &behind.collect::<Vec<_>>())
        }
        path => panic!("the box asked for {path}"),
    }
}

impl Seen {
    fn newest_directive(&self) -> u64 {
        self.directives.iter().map(|directive| directive.number).max().unwrap_or(0)
    }

    fn pair(&mut self, bearer: &str, request: &PairRequest, authority: &Authority) -> Response<Full<Bytes>> {
        let is_right = self.code.as_ref().is_some_and(|code| bearer == format!("Bearer {}", code.secret()));
        if !is_right || self.code.take().is_none() {
            let words = "This code is wrong, used or older than 15 minutes";
            return answer(400, &json!({"code": "invalid", "message": words, "fields": {"code": words}}));
        }
        let request = BASE64.decode(&request.request).expect("base64");
        let at = request.windows(KEY_PREFIX.len()).position(|bytes| bytes == KEY_PREFIX).expect("a P-256 key") + KEY_PREFIX.len();
        let key = SentKey(request[at..at + 65].to_vec());
        let certificate = params(ExtendedKeyUsagePurpose::ClientAuth).signed_by(&key, &authority.issuer).expect("signed");
        self.key = Some(PublicKey(key.0));
        let encode = |bytes: &[u8]| BASE64.encode(bytes);
        answer(
            201,
            &PairAnswer {
                box_name: "0123456789abcdef".to_owned(),
                certificate: encode(certificate.der()),
                authority: encode(&authority.certificate),
                name: NAME.to_owned(),
            },
        )
    }

    /// The newest entry that is the same here and in the box; it asks for the mark of its own newest one.
    fn hello(&mut self, hello: Hello) -> Response<Full<Bytes>> {
        let same = |mark: &&EntryMark| self.entries.get(&mark.seq).is_some_and(|bytes| Some(Mark::of(bytes)) == mark.hash);
        let common = hello.marks.iter().filter(same).map(|mark| mark.seq).max();
        let newest = self.entries.keys().next_back().copied().unwrap_or(0);
        let is_asked = hello.marks.iter().any(|mark| mark.seq == newest);
        let ask = if newest > 0 && newest <= hello.journal && !is_asked { vec![newest] } else { Vec::new() };
        if ask.is_empty() {
            self.position = common.map(|seq| Position { line: hello.line, seq, hash: Mark::of(&self.entries[&seq]) });
        }
        self.hellos.push(hello);
        answer(
            200,
            &HelloAnswer {
                protocol: 1,
                position: self.position,
                ask,
                figures_upto: self.figures_upto,
                wants: Vec::new(),
                counted: !self.beside,
                counted_since: None,
                directives: self.newest_directive(),
                now: base::Timestamp::from_millis(0),
                name: NAME.to_owned(),
            },
        )
    }

    fn parcel(&mut self, bytes: &[u8]) -> Response<Full<Bytes>> {
        let key = self.key.clone();
        let (parcel, rest) = read::<FigureRows>(bytes, |_| key).expect("a whole parcel with the box's signature");
        assert!(rest.is_empty(), "one parcel at a time");
        if let (Mode::RefusesEntries { status, body }, true) = (&self.mode, parcel.step.is_some()) {
            self.refused_parcels += 1;
            return answer(*status, body);
        }
        let newest = self.position.map_or(0, |position| position.seq);
        let duplicate = parcel.header.to.seq <= newest;
        if parcel.step.is_some() && parcel.header.from.seq > newest {
            return answer(409, &json!({"code": "gap", "message": "Entries are missing", "position": self.position}));
        }
        for entry in parcel.step.into_iter().flat_map(|step| step.entries) {
            self.entries.insert(entry.seq, entry.bytes);
        }
        if let (Some(hash), false) = (parcel.header.to.hash, duplicate) {
            self.position = Some(Position { line: parcel.header.line, seq: parcel.header.to.seq, hash });
        }
        if let Some(figures) = parcel.figures {
            let outcomes = figures.sets.get("directive").into_iter().flatten();
            self.outcomes.extend(outcomes.map(|row| (row[0].as_u64().expect("a number"), row.clone())));
            self.rows += figures.sets.values().map(Vec::len).sum::<usize>();
            if figures.last {
                self.figures_upto = figures.first;
            }
        }
        self.parcels.push(parcel.header);
        let (position, figures_upto) = (self.position, self.figures_upto);
        let now = base::Timestamp::from_millis(0);
        let directives = self.newest_directive();
        answer(200, &ParcelAnswer { position, figures_upto, counted: !self.beside, duplicate, directives, now })
    }
}
