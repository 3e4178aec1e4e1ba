/** The dates of a report. */
import { describe, expect, it } from 'vitest';
import { daysBefore, PRESETS, presetRange, rangeError } from './range';

describe('the range', () => {
  it('has presets by business days', () => {
    const ranges = (today: string) =>
      PRESETS.map((preset) => Object.values(presetRange(preset, today)).join(' '));
    expect(ranges('2026-11-20')).toEqual([
      '2026-11-20 2026-11-20',
      '2026-11-19 2026-11-19',
      '2026-11-14 2026-11-20',
      '2026-10-22 2026-11-20',
      '2026-11-01 2026-11-20',
      '2026-10-01 2026-10-31',
    ]);
    expect(ranges('2026-03-01').slice(1)).toEqual([
      '2026-02-28 2026-02-28',
      '2026-02-23 2026-03-01',
      '2026-01-31 2026-03-01',
      '2026-03-01 2026-03-01',
      '2026-02-01 2026-02-28',
    ]);
    expect(ranges('2026-01-31').at(-1)).toBe('2025-12-01 2025-12-31');
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
  });

  it('must have two days in the right order', () => {
    expect(rangeError({ from: '2026-11-20', to: '2026-11-20' })).toBeNull();
    expect(rangeError({ from: '2026-11-21', to: '2026-11-20' })).toContain('must not be after');
    expect(rangeError({ from: '0002-11-01', to: '2026-11-20' })).toBe('Please choose both days');
    expect(rangeError({ from: '', to: '2026-11-20' })).toBe('Please choose both days');
  });
});
