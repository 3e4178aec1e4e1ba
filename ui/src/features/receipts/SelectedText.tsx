/** The text of a receipt, selected to copy by hand, when sharing and the clipboard fail. */
import { useEffect, useRef } from 'react';
import { detail as words } from './strings';

export function SelectedText({ text }: { text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <div className="stack wide">
      <p role="status">{words.selected}</p>
      <textarea ref={area} className="receipt-text" readOnly rows={8} aria-label={words.text} value={text} />
    </div>
  );
}
