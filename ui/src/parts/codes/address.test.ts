/** The code of an address. */
import { expect, it } from 'vitest';
import { codeOf } from './address';

it.each([
  ['#7KQ2M9XP', '7KQ2-M9XP'],
  ['#7kq2-m9xp', '7KQ2-M9XP'],
  ['#7KQ', '7KQ'],
  ['', ''],
])('%s', (hash, code) => expect(codeOf(hash)).toBe(code));
