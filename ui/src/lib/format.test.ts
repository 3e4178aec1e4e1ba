/** Formatting of money, rates, times, names and phone numbers. */
import { expect, it } from 'vitest';
import * as format from './format';

it('formats money', () => {
  expect(format.formatMoney(128450, 'USD')).toBe('$1,284.50');
  expect(format.formatMoney(38000, 'LRD')).toBe('L$380.00');
  expect(format.formatMoney(-350, 'USD')).toBe('−$3.50');
  expect(format.formatMoney(100000000, 'USD')).toBe('$1,000,000.00');
  expect(format.formatTotal(361000, 'LRD')).toBe('L$3,610');
  expect(format.formatTotal(361050, 'LRD')).toBe('L$3,611');
  expect(format.formatTotal(361049, 'LRD')).toBe('L$3,610');
  expect(format.formatTotal(1900, 'USD')).toBe('$19.00');
});

it('formats rates', () => {
  expect(format.formatRateLine(190)).toBe('1 USD = 190 LRD');
  expect(format.formatRate('190.2500')).toBe('190.25');
});

it('takes the first and last initials of a name', () => {
  const names = ['James Earl Cooper', 'Ama', 'élan vital', ' '];
  expect(names.map(format.initialsOf)).toEqual(['JC', 'A', 'ÉV', '']);
});

it('formats times, dates, phone numbers and statuses', () => {
  const clock = (hour: number, minute: number) =>
    format.formatTime(new Date(2025, 10, 20, hour, minute).toISOString());
  expect([clock(0, 5), clock(9, 0), clock(12, 0), clock(23, 59)]).toEqual([
    '12:05 AM',
    '9:00 AM',
    '12:00 PM',
    '11:59 PM',
  ]);
  const september = new Date(2025, 8, 1, 23, 30).toISOString();
  expect(format.formatDateTime(september)).toBe('1 Sep 2025, 11:30 PM');
  expect([0, 999, 1000, -12_345, 1_234_567].map(format.formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '-12,345',
    '1,234,567',
  ]);
  expect(format.formatDate('2025-11-20')).toBe('20 Nov 2025');
  expect(format.formatTime(new Date(2025, 10, 20, 20, 42).toISOString())).toBe('8:42 PM');
  expect(format.deviceDate(new Date(2025, 0, 5))).toBe('2025-01-05');
  expect(format.formatPhone('0770551240')).toBe('0770 55 12 40');
  expect(format.formatPhone('+231 770')).toBe('+231 770');
  expect(format.formatStatus('dine_in')).toBe('Dine in');
});
