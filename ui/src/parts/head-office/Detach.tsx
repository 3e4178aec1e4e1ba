/** What head office sets of a product, and for admins the button that takes the product back. */
import { useState } from 'react';
import { at } from '../../api/calls';
import { useWrite } from '../../api/forms/useWrite';
import { post, type WriteOptions } from '../../api/http/client';
import { messageOf } from '../../api/http/error';
import { useSession } from '../../api/session';
import type { Product } from '../../api/types';
import { Confirm } from '../../ui/dialog/Confirm';
import { toast, toastError } from '../../ui/feedback/toast';
import { ownedNames } from './owned';
import { words } from './strings';

const AFTER = ['/api/products', '/api/menu'] as const;

const detach = (id: number, options: WriteOptions) =>
  post(at('/api/products/{id}/detach', { id }), undefined, options);

export default function Detach({ product }: { product: Product }) {
  const { user } = useSession();
  const write = useWrite(detach, { refreshes: AFTER });
  const [asking, setAsking] = useState(false);
  if (!product.chain) return null;

  async function run() {
    try {
      if (!(await write.run(product.id))) return;
      toast(words.detached(product.name));
    } catch (error) {
      toastError(words.detachFailed, messageOf(error, words.tryAgain));
    }
    setAsking(false);
  }

  return (
    <>
      <div className="row">
        <small className="grow">{words.ownedFields(ownedNames(product.chain))}</small>
        {user?.role === 'admin' && (
          <button type="button" className="secondary small" onClick={() => setAsking(true)}>
            {words.detach}
          </button>
        )}
      </div>
      {asking && (
        <Confirm
          question={words.detachQuestion(product.name)}
          detail={words.detachDetail}
          action={words.detach}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={() => void run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
