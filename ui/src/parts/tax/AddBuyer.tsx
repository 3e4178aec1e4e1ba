/** A button that opens Add Buyer, and who was given. */
import { UserRoundPlus } from 'lucide-react';
import type { BuyerBody } from '../../api/types';
import { buyer as words } from './strings';

export function AddBuyer({ buyer, onOpen }: { buyer: BuyerBody | null; onOpen: () => void }) {
  return (
    <div className="row">
      {buyer && <span className="grow">{words.on(buyer.name)}</span>}
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={onOpen}>
        <UserRoundPlus />
        {words.title}
      </button>
    </div>
  );
}
