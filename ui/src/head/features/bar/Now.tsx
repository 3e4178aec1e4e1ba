/** The bar's shifts, what is open, and what is low. */
import { csvUrl, type Selection } from '../../api/calls';
import { useReport } from '../../api/reports';
import { OpenRow } from '../../parts/OpenRow';
import { Part } from '../../parts/Part';
import { ShiftRow } from '../../parts/ShiftRow';
import { StockRow } from '../../parts/StockRow';
import { words } from './strings';

export function Now({ selection }: { selection: Selection }) {
  const shifts = useReport('shifts', selection);
  const open = useReport('open', selection);
  const stock = useReport('stock', selection);
  return (
    <>
      <Part title={words.shifts} csv={csvUrl('shifts', selection)} query={shifts} empty={words.noShifts}>
        {(rows) => (
          <ul className="list">
            {rows.map((shift) => (
              <ShiftRow key={`${shift.tillName} ${shift.openedAt}`} shift={shift} />
            ))}
          </ul>
        )}
      </Part>
      <Part title={words.open} csv={csvUrl('open', selection)} query={open} empty={words.nothingOpen}>
        {(rows) => (
          <ul className="list">
            {rows.map((line, at) => (
              <OpenRow key={at} line={line} />
            ))}
          </ul>
        )}
      </Part>
      <Part title={words.stock} csv={csvUrl('stock', selection)} query={stock} empty={words.nothingLow}>
        {(rows) => (
          <ul className="list">
            {rows.map((line) => (
              <StockRow key={line.productName} line={line} />
            ))}
          </ul>
        )}
      </Part>
    </>
  );
}
