/** Whose tab an order goes on: that of its guest or of another person, after the question about an open tab of that name. */
import { type FormEvent, useRef } from 'react';
import type { AttachBody, Order } from '../../api/types';
import { useCustomer } from '../../parts/customers/useCustomer';
import { customerOf } from './naming';
import '../../parts/customers/customers.css';

/** `submitting` is the submit of a form that then sends `body()`. */
export function useTabCustomer(draftName: string, order: Order, pending: boolean) {
  const { fields, question, ask, draft } = useCustomer(draftName, pending, { guest: customerOf(order) });
  const chosen = useRef<AttachBody>({ customerName: '' });
  return {
    fields,
    question,
    draft,
    body: () => chosen.current,
    submitting: (submit: (event: FormEvent) => unknown) => (event: FormEvent) => {
      event.preventDefault();
      ask(({ customerName, customerPhone }) => {
        chosen.current = { customerName, ...(customerPhone && { customerPhone }) };
        void submit(event);
      });
    },
  };
}
