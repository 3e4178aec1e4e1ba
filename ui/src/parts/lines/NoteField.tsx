/** The note of a line ('no pepper'): a button that opens a field, or the note itself. */
import { NotebookText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { words } from './strings';

/** As many letters as a ticket has room for; the box refuses more. */
const NOTE_LETTERS_MAX = 200;

interface NoteFieldProps {
  /** The name of the product. */
  item: string;
  value: string;
  locked: boolean;
  onValue: (note: string) => void;
}

export function NoteField({ item, value, locked, onValue }: NoteFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const open = draft !== null;
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  function keep() {
    const note = (draft ?? '').trim();
    setDraft(null);
    if (note !== value) onValue(note);
  }

  if (draft === null) {
    return (
      <button
        type="button"
        className="quiet small note-button"
        disabled={locked}
        aria-label={words.noteOn(item, value)}
        onClick={() => setDraft(value)}
      >
        <NotebookText />
        {value || words.addNote}
      </button>
    );
  }
  return (
    <input
      ref={field}
      className="note-field"
      value={draft}
      maxLength={NOTE_LETTERS_MAX}
      autoComplete="off"
      enterKeyHint="done"
      placeholder={words.noteExample}
      aria-label={words.noteOn(item, '')}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        // Escape would close the sheet, and Enter send the form around it.
        if (event.key === 'Escape') setDraft(null);
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape' || event.key === 'Enter') {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    />
  );
}
