/** The rules of Tax Exempt: which items it is about, and the request body. */
import type { Order, OrderExemptionBody, OrderItem } from '../../../api/types';

export interface ExemptForm {
  name: string;
  documentNumber: string;
  /** The chosen items; null: all, later ones and the service charge too. */
  itemIds: number[] | null;
}

/** Items that have tax, or would have it without the exemption. */
export const exemptable = ({ items }: Order): OrderItem[] =>
  items.filter(({ tax }) => tax?.kind === 'taxed' || tax?.kind === 'exempt');

export function formOf(order: Order): ExemptForm {
  const { taxExemption: exemption } = order;
  const exempt = exemptable(order).filter(({ tax }) => tax?.kind === 'exempt');
  const all = !exemption || exempt.length === exemptable(order).length;
  return {
    name: exemption?.name ?? '',
    documentNumber: exemption?.documentNumber ?? '',
    itemIds: all ? null : exempt.map(({ id }) => id),
  };
}

export function bodyOf({ name, documentNumber, itemIds }: ExemptForm): OrderExemptionBody {
  return {
    name: name.trim(),
    documentNumber: documentNumber.trim(),
    ...(itemIds && { itemIds }),
  };
}
