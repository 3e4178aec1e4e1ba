/** What is chosen for a tab, with its total and the button that adds it. */
import type { Product } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { Money } from '../../../ui/money/Money';
import { countOf, type Picks, totalOf } from './picks';
import { adding as words } from './strings';

interface PicksFooterProps {
  picks: Picks;
  products: readonly Product[] | undefined;
  problem: { text: string; reason?: string | undefined } | null;
  pending: boolean;
  waiting: boolean;
  action: string;
}

export function PicksFooter({ picks, products, problem, pending, waiting, action }: PicksFooterProps) {
  return (
    <footer>
      {problem && <Alert reason={problem.reason}>{problem.text}</Alert>}
      <div className="split">
        <span>{words.selected(countOf(picks))}</span>
        <output aria-label={words.total}>
          <Money {...totalOf(picks, products ?? [])} total className="inline end" />
        </output>
      </div>
      <ActionButton
        className="large wide"
        pending={pending}
        waiting={waiting}
        pendingLabel={words.pending}
        disabled={!products}
      >
        {action}
      </ActionButton>
    </footer>
  );
}
