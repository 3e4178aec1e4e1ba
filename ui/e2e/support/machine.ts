/** A machine whose network and software the box drives, played in the browser: the box of these tests runs on a plain system. */
import type { Page, Route } from 'playwright-core';

const TRIAL_MS = 180_000;

const NETWORK = {
  mode: 'own',
  interfaces: [
    { name: 'eth0', kind: 'cable', state: 'on', addresses: ['192.168.1.20'], stations: null },
    { name: 'wlan0', kind: 'wifi', state: 'on', addresses: ['10.42.0.1'], stations: 5 },
  ],
  wifi: {
    country: 'LR',
    ssid: 'Sunset Bar',
    password: 'palm-river-27',
    band: '2.4',
    channel: 0,
    maxStations: 7,
  },
  join: { ssid: '', password: '' },
  guests: { on: true, ssid: 'Sunset Guest', password: '' },
  fixed: null,
  pendingUntil: null as string | null,
  can: { cable: true, own: true, join: true, guests: true, highBand: true },
};

const WIFIS = [
  { ssid: 'Sunset_Router', strength: 92, band: '2.4', secured: true },
  { ssid: 'LonestarCell-4G-77', strength: 70, band: '5', secured: true },
  { ssid: 'Hotel Guest', strength: 21, band: '2.4', secured: false },
];

const SOFTWARE = {
  version: '1.3.0',
  slot: 'A',
  other: { version: '1.2.0', state: 'good' },
  candidate: {
    version: '1.4.0',
    notes:
      'Several tables for one group\nJoin two tabs of the same guest\nLists from Square, Loyverse and Excel',
    from: 'stick',
    size: 96_000_000,
    older: false,
    refused: null,
  },
  installing: null as { percent: number } | null,
  planned: null as { version: string } | null,
  lastResult: null as object | null,
  cardErrors: false,
};

/** A picture in place of a code. */
const QR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1zM5 5h1v1h2v2H6V7H5z"/></svg>';

export interface Machine {
  network: typeof NETWORK;
  software: typeof SOFTWARE;
  /** Whether the box is out of reach. */
  away: boolean;
  clock: { now: string } | null;
  /** What was asked of it, but for reading. */
  asked: { path: string; body: unknown }[];
}

/** Plays the machine on a page; what is changed in the returned object is answered from then on. */
export async function playMachine(page: Page): Promise<Machine> {
  const machine: Machine = {
    network: structuredClone(NETWORK),
    software: structuredClone(SOFTWARE),
    away: false,
    clock: null,
    asked: [],
  };
  await page.route('**/api/settings/public', async (route) => {
    // The browser alone knows the name of the box.
    const url = new URL(route.request().url());
    url.hostname = '127.0.0.1';
    const answer = await route.fetch({ url: url.href });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), appliance: true } });
  });
  await page.route(/\/api\/box\/|\/healthz$/, (route) => answerCall(machine, route));
  return machine;
}

async function answerCall(machine: Machine, route: Route): Promise<void> {
  const request = route.request();
  const path = new URL(request.url()).pathname;
  if (machine.away) return route.abort();
  if (request.method() !== 'GET') {
    const sent = request.postDataBuffer();
    const isJson = request.headers()['content-type'] === 'application/json';
    machine.asked.push({ path, body: isJson && sent ? JSON.parse(sent.toString()) : null });
  }
  const body = isJsonBody(machine.asked.at(-1)?.body) ? machine.asked.at(-1)?.body : {};
  const date = { Date: new Date().toUTCString() };
  const json = (value: unknown, status = 200) =>
    route.fulfill({ status, headers: date, json: value as object });
  switch (`${request.method()} ${path}`) {
    case 'GET /api/box/network':
      return json(machine.network);
    case 'GET /api/box/network/wifis':
      return json(WIFIS);
    case 'GET /api/box/network/qr':
      return route.fulfill({ contentType: 'image/svg+xml', body: QR });
    case 'PUT /api/box/network': {
      const { wifi, ...rest } = body as { wifi?: object };
      const pendingUntil = new Date(Date.now() + TRIAL_MS).toISOString();
      const before = machine.network;
      machine.network = { ...before, ...rest, wifi: { ...before.wifi, ...wifi }, pendingUntil };
      return json({ ...before, pendingUntil }, 202);
    }
    case 'POST /api/box/network/keep':
      machine.network.pendingUntil = null;
      return json(machine.network);
    case 'POST /api/box/network/undo':
      machine.network = { ...NETWORK, pendingUntil: null };
      return json({ ...machine.network, pendingUntil: new Date().toISOString() }, 202);
    case 'GET /api/box/software':
      return json(machine.software);
    case 'POST /api/box/software/file':
      machine.software.candidate = { ...SOFTWARE.candidate, from: 'file' };
      return json(machine.software, 201);
    case 'POST /api/box/software/install':
      machine.software.installing = { percent: 0 };
      return json(machine.software, 202);
    case 'POST /api/box/software/cancel':
      machine.software.planned = null;
      machine.software.other = structuredClone(SOFTWARE.other);
      return json(machine.software);
    case 'GET /api/box/clock':
      return machine.clock ? json(machine.clock) : route.fallback();
    case 'POST /api/box/clock/set':
      machine.clock = null;
      return json({ now: (body as { deviceTime: string }).deviceTime, doubted: false });
    case 'POST /api/box/restart':
    case 'POST /api/box/off':
      return (body as { anyway?: boolean }).anyway
        ? route.fulfill({ status: 204 })
        : json(
            { code: 'conflict', message: '2 orders are open. Close what is open first, or do it anyway.' },
            409,
          );
    default:
      return route.fallback();
  }
}

const isJsonBody = (body: unknown): body is object => typeof body === 'object' && body !== null;
