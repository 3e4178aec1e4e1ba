/** The API calls of discounts, comps, payments of an order, and walk-outs. */
import { at } from '../../../api/calls';
import { del, post, type WriteOptions } from '../../../api/http/client';
import type { AttachBody, CompBody, DiscountBody } from '../../../api/types';
import type { SentReason } from '../../../parts/reasons/reasons';

export const discountOrder = (id: number, body: DiscountBody, options: WriteOptions) =>
  post(at('/api/orders/{id}/discount', { id }), body, options);

export const removeDiscount = (id: number, itemIds: number[] | null, options: WriteOptions) =>
  del(at('/api/orders/{id}/discount', { id }), itemIds ? { itemIds } : {}, options);

export const compItems = (id: number, body: CompBody, options: WriteOptions) =>
  post(at('/api/orders/{id}/comp', { id }), body, options);

export const removeComp = (id: number, itemIds: number[], options: WriteOptions) =>
  del(at('/api/orders/{id}/comp', { id }), { itemIds }, options);

export const closeOrder = (id: number, options: WriteOptions) =>
  post(at('/api/orders/{id}/close', { id }), undefined, options);

export const walkOut = (id: number, reason: SentReason, options: WriteOptions) =>
  post(at('/api/orders/{id}/walk-out', { id }), reason, options);

export const recoverWalkOut = (id: number, customer: AttachBody, options: WriteOptions) =>
  post(at('/api/orders/{id}/walk-out/recover', { id }), customer, options);

export const paymentsUrl = (id: number) => at('/api/orders/{id}/payments', { id });

export const printSlip = (id: number, options: WriteOptions) =>
  post(at('/api/payments/{id}/slip', { id }), undefined, options);

export const refundPayment = (id: number, reason: SentReason, options: WriteOptions) =>
  post(at('/api/payments/{id}/refund', { id }), reason, options);
