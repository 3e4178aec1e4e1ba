/** Simulates a user who fills in a form. */
import { fireEvent } from '@testing-library/preact';

/** Chooses an option. The testing library's own `change` does not reach a select's handler. */
export function choose(select: HTMLElement, value: string): void {
  (select as HTMLSelectElement).value = value;
  fireEvent(select, new Event('change', { bubbles: true }));
}

export function type(field: HTMLElement, value: string): void {
  fireEvent.input(field, { target: { value } });
}
