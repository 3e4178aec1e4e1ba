/** Searches the server and the network for printers, and offers to add them. */
import { Printer, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/forms/useWrite';
import { messageOf } from '../../../api/http/error';
import type { FoundPrinter } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { Badge } from '../../../ui/Badge';
import { Dialog } from '../../../ui/dialog/Dialog';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty } from '../../../ui/feedback/States';
import { findPrinters } from '../settings';
import { find as words } from '../strings';

interface FindPrintersProps {
  onAdd: (found: FoundPrinter) => void;
  onByHand: () => void;
  onClose: () => void;
}

export default function FindPrinters({ onAdd, onByHand, onClose }: FindPrintersProps) {
  const search = useWrite(findPrinters);
  const [found, setFound] = useState<FoundPrinter[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function look() {
    setProblem(null);
    try {
      const answer = await search.run(null);
      if (answer) setFound(answer);
    } catch (error) {
      setProblem(messageOf(error, words.failed));
    }
  }
  useEffect(() => void look(), []);

  return (
    <Dialog title={words.title} onClose={onClose}>
      <div role="status" className="stack">
        {search.pending && (
          <>
            <p>{words.looking}</p>
            <progress aria-label={words.looking} />
          </>
        )}
        {!search.pending && found?.length === 0 && <Empty icon={Printer} text={words.none} />}
      </div>
      {problem && <Alert>{problem}</Alert>}
      {!search.pending && found && found.length > 0 && (
        <ul className="list">
          {found.map((printer) => (
            <li key={printer.url}>
              <span className="grow">
                <span className="name">{printer.name ?? words.unnamed}</span>
                <small>{printer.url}</small>
              </span>
              {printer.known ? (
                <Badge status="ok">{words.known}</Badge>
              ) : (
                <button
                  type="button"
                  className="secondary small"
                  aria-label={words.addName(printer.name ?? printer.url)}
                  onClick={() => onAdd(printer)}
                >
                  {words.add}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <footer className="pair">
        <button type="button" className="secondary" onClick={onByHand}>
          {words.byHand}
        </button>
        <ActionButton
          type="button"
          className="soft"
          pending={search.pending}
          pendingLabel={words.searching}
          onClick={() => void look()}
        >
          {!search.pending && <Search />}
          {words.again}
        </ActionButton>
      </footer>
    </Dialog>
  );
}
