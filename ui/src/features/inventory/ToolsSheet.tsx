/** The tools of Inventory behind '…': price list, import, export, the menu's QR code, section and order of the list. */
import { ChevronRight, QrCode, Tags, Upload } from 'lucide-react';
import { Link } from 'wouter';
import type { Product } from '../../api/types';
import { Sheet } from '../../ui/dialog/Dialog';
import { SelectField } from '../../ui/form/SelectField';
import { ExportRow } from './csv/ExportRow';
import { NO_FILTER, sectionChoices, type View } from './rules/view';
import { filters, screen, summary, tools as words } from './strings';
import './panel/panel.css';

interface ToolsSheetProps {
  products: readonly Product[];
  view: View;
  onView: (change: Partial<View>) => void;
  canManage: boolean;
  onClose: () => void;
}

export default function ToolsSheet({ products, view, onView, canManage, onClose }: ToolsSheetProps) {
  const sections = sectionChoices(products);
  return (
    <Sheet title={screen.title} note={summary.count(products.length)} onClose={onClose}>
      <ul className="rows">
        {canManage && (
          <>
            <li>
              <Tags />
              <span className="grow">
                <Link href="/prices" className="name" aria-describedby="price-list-hint">
                  {words.priceList}
                </Link>
                <small id="price-list-hint">{words.priceListHint}</small>
              </span>
              <ChevronRight />
            </li>
            <li>
              <Upload />
              <span className="grow">
                <Link href="/import" className="name" aria-describedby="import-hint">
                  {words.import}
                </Link>
                <small id="import-hint">{words.importHint}</small>
              </span>
              <ChevronRight />
            </li>
            <ExportRow onDone={onClose} />
          </>
        )}
        <li>
          <QrCode />
          <span className="grow">
            <button type="button" className="name" onClick={() => open('/qr', '_blank', 'noopener')}>
              {words.menuQr}
            </button>
          </span>
          <ChevronRight />
        </li>
      </ul>
      <div className="tool-fields">
        {sections.length > 0 && (
          <SelectField
            label={filters.section}
            value={view.section}
            options={[{ value: '', label: filters.allSections }, ...sections]}
            onValue={(section) => onView({ ...NO_FILTER, section })}
          />
        )}
        <SelectField<View['sort']>
          label={filters.sort}
          value={view.sort}
          options={filters.orders}
          onValue={(sort) => onView({ sort })}
        />
      </div>
    </Sheet>
  );
}
