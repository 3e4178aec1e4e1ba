/** Numbers are found however they are typed. */
import { expect, it } from 'vitest';
import { createSearchIndex } from '../../lib/search';
import { phoneTexts } from './phoneTexts';

it.each(['0770551240', '+231770551240', '00231 770 551240', '+231 (0)770 551240'])(
  'finds the phone %s',
  (phone) => {
    const found = createSearchIndex([phone], (one) => phoneTexts(one));
    for (const typed of [
      '0770551240',
      '+231770551240',
      '00231770551240',
      '770551240',
      '+231 770 551240',
      phone.replace(/\(0\)/, ''),
    ]) {
      expect(found.find(typed)).toEqual([phone]);
    }
    expect(found.find('0880551240')).toEqual([]);
  },
);

it('leaves numbers of other countries as they are', () => {
  const found = createSearchIndex(['+233770551240'], (one) => phoneTexts(one));
  expect(found.find('0770551240')).toEqual([]);
  expect(
    createSearchIndex(['0770551240'], (one) => phoneTexts(one, '233')).find('+233770551240'),
  ).toHaveLength(1);
});
