/** Keys of telephone numbers. */
import { expect, it } from 'vitest';
import { phoneKey } from './names';

it.each([
  ['0770551240', '0770551240'],
  ['0770 55 12 40', '0770551240'],
  ['+231 770 551240', '0770551240'],
  ['(+231) 770.551.240', '0770551240'],
  ['00231770551240', '0770551240'],
  ['231770551240', '231770551240'],
  ['+233 770', '233770'],
  ['No Phone', 'no phone'],
  [null, ''],
])('compares the phone %j as %j', (phone, key) => expect(phoneKey(phone, '231')).toBe(key));
