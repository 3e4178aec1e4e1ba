/** What is chosen for a tab, with its total and the button that adds it. */
import { leadingCurrency } from '../../../lib/money/money';
import { countOf, grandTotalOf, type Line } from '../../../parts/lines/lines';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { Money } from '../../../ui/money/Money';
import { adding as words } from './strings';

interface PicksFooterProps {
  lines: readonly Line[];
  /** Whether the products are there. */
  loaded: boolean;
  problem: { text: string; reason?: string | undefined } | null;
  pending: boolean;
  waiting: boolean;
  action: string;
}

export function PicksFooter({ lines, loaded, problem, pending, waiting, action }: PicksFooterProps) {
  return (
    <footer>
      {problem && <Alert reason={problem.reason}>{problem.text}</Alert>}
      <div className="split">
        <span>{words.selected(countOf(lines))}</span>
        <output aria-label={words.total}>
          <Money {...grandTotalOf(lines)} leads={leadingCurrency(lines)} total className="inline end" />
        </output>
      </div>
      <ActionButton
        className="large wide"
        pending={pending}
        waiting={waiting}
        pendingLabel={words.pending}
        disabled={!loaded}
      >
        {action}
      </ActionButton>
    </footer>
  );
}
