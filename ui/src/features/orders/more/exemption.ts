/** The rules of Tax Exempt: which items it is about, and the request body. */
import type { Order, OrderExemptionBody, OrderItem } from '../../../api/types';

export interface ExemptForm {
  name: string;
  documentNumber: string;
  /** The chosen items; null: all, later ones and the service charge too. */
  itemIds: number[] | null;
}

/** Items that have tax, or would have it without the exemption; not goods that are outside tax or exempt for all. */
export const exemptable = ({ items, exemptItems }: Order): OrderItem[] =>
  items.filter(({ id, tax }) => tax?.kind === 'taxed' || exemptItems?.itemIds.includes(id));

export function formOf({ taxExemption: exemption, exemptItems }: Order): ExemptForm {
  return {
    name: exemption?.name ?? '',
    documentNumber: exemption?.documentNumber ?? '',
    itemIds: exemptItems && !exemptItems.all ? exemptItems.itemIds : null,
  };
}

export function bodyOf({ name, documentNumber, itemIds }: ExemptForm): OrderExemptionBody {
  return {
    name: name.trim(),
    documentNumber: documentNumber.trim(),
    ...(itemIds && { itemIds }),
  };
}
