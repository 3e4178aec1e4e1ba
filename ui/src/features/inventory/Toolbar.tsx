/** The toolbar of Inventory: search, export, import and menu QR code. */
import { QrCode, Tags } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { Link } from 'wouter';
import { WIDE } from '../../lib/render/useMedia';
import { SearchField } from '../../ui/form/SearchField';
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
      <SearchField
        field={search}
        label={words.search}
        placeholder={words.searchHint}
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onValue={onQuery}
        // A phone's keyboard covers the lower half, so scroll the results into the upper half.
        onFocus={(event) => {
          if (!matchMedia(WIDE).matches) event.currentTarget.parentElement?.scrollIntoView();
        }}
      />
      <Actions canManage={canManage} onImport={onImport} />
    </div>
  );
}

// Memoised: typing in the search does not render them again.
const Actions = memo(function Actions({ canManage, onImport }: Pick<ToolbarProps, 'canManage' | 'onImport'>) {
  return (
    <div className="row">
      {canManage && (
        <Link href="/prices" className="action">
          <Tags />
          <span>{words.priceList}</span>
        </Link>
      )}
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
  );
});
