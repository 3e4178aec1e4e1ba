/** Search, and what concerns the list as a whole. */
import { QrCode } from 'lucide-react';
import type { RefObject } from 'react';
import { WIDE } from '../../lib/useMedia';
import { ExportButton } from './csv/ExportButton';
import { ImportButton } from './csv/ImportButton';
import { screen as words } from './strings';

interface ToolbarProps {
  search: RefObject<HTMLInputElement | null>;
  query: string;
  onQuery: (query: string) => void;
  canManage: boolean;
  onImport: (file: File) => void;
}

export function Toolbar({ search, query, onQuery, canManage, onImport }: ToolbarProps) {
  return (
    <div className="toolbar">
      <input
        ref={search}
        type="search"
        placeholder={words.searchHint}
        aria-label={words.search}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        // A phone's keyboard takes the lower half: what is found must show in the upper one.
        onFocus={(event) => {
          if (!matchMedia(WIDE).matches) event.currentTarget.parentElement?.scrollIntoView();
        }}
      />
      <div className="row">
        {canManage && <ExportButton />}
        {canManage && <ImportButton onFile={onImport} />}
        <button type="button" className="secondary" onClick={() => open('/qr', '_blank', 'noopener')}>
          <QrCode />
          <span>
            {words.menuQr}
            <span className="sr-only">{words.menuQrRest}</span>
          </span>
        </button>
      </div>
    </div>
  );
}
