/** Every kind of entry that the server writes has a label. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GROUPS, labelOf } from './groups';

/** The server's list of events, in which each names its kind. */
const EVENTS = join(import.meta.dirname, '../../../../crates/bar/src/engine/event/mod.rs');
const KINDS = [...readFileSync(EVENTS, 'utf8').matchAll(/#\[serde\(rename = "([a-z_]+\.[a-z_]+)"\)\]/g)].map(
  ([, kind]) => kind ?? '',
);

it('knows every kind that the server writes', () => {
  expect(KINDS).toContain('sales.recorded');
  expect(KINDS).toContain('people.tips_paid_out');
  expect(KINDS.filter((kind) => labelOf(kind) === undefined)).toEqual([]);
});

it('has no group of kinds that the server does not write', () => {
  const parts = KINDS.map((kind) => kind.split('.')[0]);
  const named = GROUPS.flatMap(({ kinds }) => kinds);
  expect(named.filter((kind) => !KINDS.includes(kind) && !parts.includes(kind))).toEqual([]);
  expect(new Set(GROUPS.map(({ label }) => label)).size).toBe(GROUPS.length);
});

it('tells the kinds of people apart', () => {
  expect(labelOf('people.tips_paid_out')).toBe('Tips');
  expect(labelOf('people.sheet_issued')).toBe('Truth sheets');
  expect(labelOf('sales.voided')).toBe('Sales');
  expect(labelOf('people.unheard_of')).toBeUndefined();
});
