/** Import CSV: chooses a file, which is previewed before anything is stored. A row of the tools. */
import { ChevronRight, Upload } from 'lucide-react';
import { useRef } from 'react';
import { csv as words } from '../strings';

export function ImportRow({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <Upload />
      <span className="grow">
        <button type="button" className="name" onClick={() => input.current?.click()}>
          {words.title}
        </button>
        <small>{words.hint}</small>
      </span>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv"
        aria-label={words.title}
        onChange={(event) => {
          const { files } = event.currentTarget;
          const file = files?.[0];
          if (file) onFile(file);
          // So that the same file can be chosen again, corrected.
          event.currentTarget.value = '';
        }}
      />
      <ChevronRight />
    </li>
  );
}
