/** Import CSV: chooses a file, which is previewed before anything is stored. */
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { csv as words } from '../strings';

export function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
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
      <button type="button" className="secondary" onClick={() => input.current?.click()}>
        <Upload />
        <span>
          {words.import}
          <span className="sr-only">{words.rest}</span>
        </span>
      </button>
    </>
  );
}
