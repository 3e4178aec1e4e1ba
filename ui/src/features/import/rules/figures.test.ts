/** Figures that can be read in two ways. */
import { expect, it } from 'vitest';
import { readings } from './figures';

it('reads a figure with either decimal sign', () => {
  expect(readings('1.250')).toEqual({ point: '1.25', comma: '1,250' });
  expect(readings('L$ 1,250')).toEqual({ point: '1,250', comma: '1.25' });
  expect(readings('12.345')).toEqual({ point: '12.345', comma: '12,345' });
});

it('finds none in a plain amount', () => expect(readings('2.00')).toBeNull());
