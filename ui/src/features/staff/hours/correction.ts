/** The rules of correcting hours: the fields of a period, and the request, which has only what was changed. */
import type { CorrectionBody, Period } from '../../../api/types';
import { hours as words } from '../strings';

/** Times as the fields of a form hold them, by this device's clock: `2026-11-20T18:02`. */
export interface CorrectionForm {
  inAt: string;
  outAt: string;
  breakMinutes: string;
  reason: string;
}

export type CorrectionField = keyof CorrectionForm;

export function formOf({ inAt, outAt, breakMinutes }: Period): CorrectionForm {
  return {
    inAt: localTime(inAt),
    outAt: outAt ? localTime(outAt) : '',
    breakMinutes: String(breakMinutes),
    reason: '',
  };
}

/** To the minute; '' for no time. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

export function problemsOf(form: CorrectionForm): Partial<Record<CorrectionField, string>> {
  const { inAt, outAt, breakMinutes, reason } = form;
  return {
    ...(inAt === '' && { inAt: words.timeRequired }),
    ...(outAt === '' && { outAt: words.outRequired }),
    ...(inAt !== '' && outAt !== '' && outAt <= inAt && { outAt: words.outBeforeIn }),
    ...(!/^\d+$/.test(breakMinutes.trim()) && { breakMinutes: words.breakWrong }),
    ...(reason.trim() === '' && { reason: words.reasonRequired }),
  };
}

/** A time that was not changed is not sent: the box has it to the second. */
export function bodyOf(period: Period, form: CorrectionForm): CorrectionBody {
  const before = formOf(period);
  const changed = (field: 'inAt' | 'outAt') => form[field] !== before[field];
  return {
    ...(changed('inAt') && { inAt: new Date(form.inAt).toISOString() }),
    ...(changed('outAt') && { outAt: new Date(form.outAt).toISOString() }),
    ...(form.breakMinutes.trim() !== before.breakMinutes && { breakMinutes: Number(form.breakMinutes) }),
    reason: form.reason.trim(),
  };
}
