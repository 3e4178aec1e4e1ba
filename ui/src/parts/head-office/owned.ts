/** Which fields of a product or a user head office sets. */
import type { Chain } from '../../api/types';
import { fields, words } from './strings';

type Linked = { chain: Chain | null } | null | undefined;

/** Whether head office sets this field: the box refuses another value for it. */
export function isOwned(linked: Linked, field: string): boolean {
  return linked?.chain?.fields.includes(field) ?? false;
}

/** The properties of a text field that cannot be typed into, and says why; none for a field of the bar. */
export function ownedText(linked: Linked, field: string): { readOnly: true; hint: string } | undefined {
  return isOwned(linked, field) ? { readOnly: true, hint: words.owned } : undefined;
}

/** As `ownedText`, for a field that is chosen from a list, which browsers cannot make read-only. */
export function ownedChoice(linked: Linked, field: string): { disabled: true; hint: string } | undefined {
  return isOwned(linked, field) ? { disabled: true, hint: words.owned } : undefined;
}

/** `Name, Brand, USD Price`: the fields of a newer head office that have no name here are left out. */
export function ownedNames({ fields: owned }: Chain): string {
  return owned.flatMap((field) => fields[field] ?? []).join(', ');
}
