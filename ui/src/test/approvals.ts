/** Approvals, for tests. */
import type { Approval } from '../api/types';

export const SUMMARY = 'Void 2 × Club Beer, table 4, "wrong order", $4.00 / L$760.00';

/** Asked at `at`, for three minutes. */
export function approval(more: Partial<Approval> = {}, at = Date.now()): Approval {
  return {
    id: 7,
    kind: 'void_sale',
    kinds: [{ kind: 'void_sale', summary: SUMMARY, amountUSD: '4.00', amountLRD: '760.00' }],
    summary: SUMMARY,
    lines: [
      { label: 'Table', value: '4' },
      { label: 'Reason', value: 'wrong order' },
    ],
    amountUSD: '4.00',
    amountLRD: '760.00',
    method: 'POST',
    path: '/api/sales/3/void',
    status: 'pending',
    requestedBy: 'musa',
    requestedById: 3,
    deviceName: null,
    decidedBy: null,
    decidedById: null,
    decidedHow: null,
    note: null,
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(at + 180_000).toISOString(),
    decidedAt: null,
    usedAt: null,
    ...more,
  };
}

/** Decided by sarah. */
export const decided = (status: Approval['status'], more: Partial<Approval> = {}): Approval =>
  approval({
    status,
    decidedBy: 'sarah',
    decidedById: 2,
    decidedHow: 'own_phone',
    decidedAt: new Date().toISOString(),
    ...more,
  });
