/** The machine in a few words, and the ends of what is being tried. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BOX_NETWORK, BOX_SOFTWARE, inTime, withPhones } from '../../test/machine';
import { changed, sameSettings, TRIAL_MS, withEnd } from './network';
import { readyUpdate, stageOf } from './software';
import type { BoxSoftware } from './types';
import { networkValue, softwareValue } from './values';

afterEach(() => vi.useRealTimers());

describe('the network in a few words', () => {
  it('counts the phones, and warns where one more is the last', () => {
    expect(networkValue(withPhones(5))).toEqual({ text: 'own Wi-Fi, 5 of 7' });
    expect(networkValue(withPhones(6))).toEqual({ text: 'own Wi-Fi, 6 of 7', status: 'warning' });
    expect(networkValue(withPhones(null))).toEqual({ text: 'own Wi-Fi' });
  });

  it('says what else the box is on', () => {
    const router = { ssid: 'Router', password: '' };
    expect(networkValue({ ...BOX_NETWORK, mode: 'join', join: router })).toEqual({ text: 'on Router' });
    expect(networkValue({ ...BOX_NETWORK, mode: 'cable' })).toEqual({ text: 'cable' });
    expect(networkValue({ ...BOX_NETWORK, pendingUntil: inTime(9_000) }).text).toBe('keep it?');
  });
});

describe('a change of the network', () => {
  it('leaves what it does not name', () => {
    const other = changed(BOX_NETWORK, { mode: 'cable', wifi: { ssid: 'Moon' } });
    expect(other).toMatchObject({
      mode: 'cable',
      wifi: { ssid: 'Moon', password: 'palm-river-27' },
      fixed: null,
    });
    expect(sameSettings(other, BOX_NETWORK)).toBe(false);
    expect(sameSettings(changed(BOX_NETWORK, {}), withPhones(1))).toBe(true);
    const fixed = { address: '192.168.1.9', prefix: 24, gateway: null };
    expect(changed({ ...BOX_NETWORK, fixed }, { fixed: null }).fixed).toBeNull();
  });

  it('ends by the clock of the box, which may be years behind that of the phone', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00Z') });
    const pending = { ...BOX_NETWORK, pendingUntil: '1970-01-01T00:02:30Z' };
    expect(withEnd(pending, Date.parse('1970-01-01T00:00:30Z')).until).toBe(Date.now() + 120_000);
    expect(withEnd(pending, null).until).toBe(Date.now());
    expect(withEnd({ ...pending, pendingUntil: '2030-01-01T00:00:00Z' }, null).until).toBe(
      Date.now() + TRIAL_MS,
    );
    expect(withEnd(BOX_NETWORK, null).until).toBeNull();
  });
});

describe('the software', () => {
  const next = (version: string) => ({ version, state: 'next' }) as const;
  it.each<[string, Partial<BoxSoftware>, string]>([
    ['idle', {}, '1.4.0 is ready'],
    ['installing', { installing: { percent: 42 } }, 'installing, 42 %'],
    ['planned', { other: next('1.4.0'), planned: { version: '1.4.0' } }, '1.4.0 after closing'],
    ['restarting', { other: next('1.4.0') }, 'restarting'],
    ['checking', { version: '1.4.0', other: next('1.4.0') }, '1.4.0'],
    ['idle', { candidate: null }, '1.3.0'],
    ['idle', { version: '1.4.0' }, '1.4.0'],
  ])('is %s with %o', (stage, more, text) => {
    const software = { ...BOX_SOFTWARE, ...more };
    expect(stageOf(software)).toBe(stage);
    expect(softwareValue(software).text).toBe(text);
  });

  it('has nothing to install in a file that is refused, or that runs already', () => {
    const [candidate] = [BOX_SOFTWARE.candidate];
    expect(readyUpdate(BOX_SOFTWARE)?.version).toBe('1.4.0');
    expect(readyUpdate({ ...BOX_SOFTWARE, version: '1.4.0' })).toBeNull();
    if (!candidate) throw new Error('no candidate');
    const refused = { ...candidate, version: null, refused: 'Not signed' };
    expect(readyUpdate({ ...BOX_SOFTWARE, candidate: refused })).toBeNull();
  });

  it('says that the version of before is back', () => {
    const lastResult = { version: '1.4.0', worked: false, message: 'oh', reason: null, at: inTime(0) };
    expect(softwareValue({ ...BOX_SOFTWARE, lastResult })).toEqual({
      text: '1.3.0 is back',
      status: 'warning',
    });
  });
});
