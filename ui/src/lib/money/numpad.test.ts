/** The keys of the number pad. */
import { describe, expect, it } from 'vitest';
import { type Amounts, emptyAmounts, type PadKey, press, reduceAmounts, tenderOf, tidy } from './numpad';
import { isMistyped } from './typed';

const keys = (start: Amounts, ...pressed: PadKey[]) =>
  pressed.reduce((state, key) => reduceAmounts(state, { type: 'key', key }), start);

describe('a key', () => {
  it('writes digits, one point and two decimals', () => {
    expect(keys(emptyAmounts('USD'), '1', '0', '.', '5', '0', '9').usd).toBe('10.50');
    expect(keys(emptyAmounts('USD'), '.', '5').usd).toBe('0.5');
    expect(press('1.5', '.')).toBe('1.5');
    expect(press('1.5', '00')).toBe('1.50');
    expect(press('0', '7')).toBe('7');
    expect(press('', '00')).toBe('0');
  });

  it('deletes one digit, or all', () => {
    expect(press('10.5', 'back')).toBe('10.');
    expect(press('', 'back')).toBe('');
    expect(press('123', 'clear')).toBe('');
  });

  it('writes at most nine digits', () => {
    expect(press('999999999', '9')).toBe('999999999');
    expect(press('99999999', '00')).toBe('999999990');
  });

  it('writes into the focused amount', () => {
    const started = keys(emptyAmounts('USD'), '8');
    const moved = reduceAmounts(started, { type: 'focus', currency: 'LRD' });
    expect(keys(moved, '5', '00')).toMatchObject({ usd: '8', lrd: '500', active: 'LRD' });
  });
});

describe('amounts', () => {
  it('are filled in by a button, and replaced by the next digit', () => {
    const filled = reduceAmounts(keys(emptyAmounts('LRD'), '9'), {
      type: 'fill',
      currency: 'USD',
      amounts: { usd: 1400, lrd: 0 },
    });
    expect(filled).toMatchObject({ usd: '14.00', lrd: '', active: 'USD' });
    expect(keys(filled, '2', '0').usd).toBe('20');
  });

  it('show L$ without cents when there are none', () => {
    const fill = (lrd: number) =>
      reduceAmounts(emptyAmounts('LRD'), { type: 'fill', currency: 'LRD', amounts: { usd: 0, lrd } });
    expect(fill(266_000).lrd).toBe('2660');
    expect(fill(63_353).lrd).toBe('633.53');
  });

  it('are cleaned up when typed or pasted', () => {
    expect(tidy('$1,50')).toBe('1.50');
    expect(tidy('007')).toBe('7');
    expect(tidy('1.2.3')).toBe('1.23');
    expect(tidy('1,25')).toBe('1.25');
    expect(tidy('abc')).toBe('');
    const typed = reduceAmounts(emptyAmounts('USD'), { type: 'typed', currency: 'LRD', text: 'L$ 950' });
    expect(typed).toMatchObject({ lrd: '950', active: 'LRD' });
  });

  it.each(['1,250', '1.250', '1,250.00', '1.250,00', '12,345'])(
    'are no amount with a third decimal: %s',
    (text) => {
      expect(isMistyped(tidy(text))).toBe(true);
      const typed = reduceAmounts(emptyAmounts('USD'), { type: 'typed', currency: 'USD', text });
      expect(tenderOf(typed)).toEqual({ usd: 0, lrd: 0 });
      const digits = [...text].reduce((before, digit) => tidy(before + digit), '');
      expect(isMistyped(digits)).toBe(true);
    },
  );

  it('convert to cents', () => {
    expect(tenderOf({ ...emptyAmounts('USD'), usd: '10.5', lrd: '1000' })).toEqual({
      usd: 1050,
      lrd: 100_000,
    });
    expect(tenderOf({ ...emptyAmounts('USD'), usd: '10.', lrd: '' })).toEqual({ usd: 1000, lrd: 0 });
  });
});
