/** The receipt laid out like paper, on the screen and when the browser prints it. */
import { Fragment } from 'react';
import type { GuestReceipt } from '../../api/types';
import { formatRateLine } from '../../lib/format';
import {
  afterwards,
  brandOf,
  changeOf,
  isPartlyVoided,
  methodOf,
  paidOf,
  partsOf,
  piecesOf,
  tableOf,
  tinOf,
  totals,
} from './receiptText';
import { words as listWords, detail as words } from './strings';
import { type Amount, buyerOf, fiscalOf, included, isService, nameOf, onTop } from './tax/receiptTax';
import '../../styles/shared/paper.css';

export function Paper({
  receipt,
  heading: Heading = 'h3',
}: {
  receipt: GuestReceipt;
  heading?: 'h2' | 'h3';
}) {
  const { businessInfo, transactionInfo, customerInfo, footer } = receipt;
  const [first, second] = totals(receipt);
  const taxes = included(receipt);
  const fiscal = fiscalOf(receipt);
  const [paidLabel, paidAmount] = paidOf(receipt);
  const change = changeOf(receipt);
  return (
    <div className="paper">
      {receipt.kind === 'refund' && (
        <p className="stamp">
          {words.refund}
          {receipt.refundOf && <small className="brand">{words.refundOf(receipt.refundOf)}</small>}
        </p>
      )}
      {receipt.voided !== 'none' && <p className="stamp">{listWords.badges[receipt.voided]}</p>}
      <header>
        <Heading>{businessInfo.name}</Heading>
        <Lines texts={[businessInfo.address, businessInfo.phone, tinOf(receipt)]} />
      </header>
      <dl className="facts">
        <dt>
          {transactionInfo.date}, {transactionInfo.time}
        </dt>
        <dd>{methodOf(receipt)}</dd>
        <dt>{receipt.receiptNumber}</dt>
        <dd>{customerInfo.name}</dd>
        {tableOf(receipt).map((table) => (
          <dt key={table}>{table}</dt>
        ))}
        <Amounts rows={buyerOf(receipt)} />
      </dl>
      <hr />
      <table>
        {/* Sets the column widths: without the hidden head the columns would be equally wide. */}
        <colgroup>
          <col />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {receipt.items.map((item, index) => (
            <tr key={index}>
              <td>
                {item.voided && <strong>{words.void} </strong>}
                {!isService(item) && piecesOf(item, '×').replace('-', '−')}
                {nameOf(item, receipt)}{' '}
                <small>{isService(item) ? item.otherPriceDisplay : `@ ${item.unitPriceDisplay}`}</small>
                {brandOf(item) && <small className="brand">{brandOf(item)}</small>}
                {item.listPriceDisplay && (
                  <small className="brand">{words.listPrice(item.listPriceDisplay)}</small>
                )}
                {item.discountLabel && !item.discountShared && (
                  <small className="brand">
                    {item.discountLabel} {item.discountDisplay?.replace('-', '−')}
                  </small>
                )}
                {item.refundedDisplay && (
                  <small className="brand">
                    <strong>{words.refunded(item.refundedDisplay)}</strong>
                  </small>
                )}
                {isPartlyVoided(item) && (
                  <small className="brand">
                    <strong>{words.partVoided(item.voidedQuantity, item.quantity)}</strong> −
                    {item.voidedDisplay}
                  </small>
                )}
              </td>
              <td>
                {item.voided ? <s>{item.totalPriceDisplay}</s> : item.totalPriceDisplay.replace('-', '−')}
              </td>
            </tr>
          ))}
          {receipt.discounts?.map(({ label, amountDisplay }) => (
            <tr key={`${label} ${amountDisplay}`}>
              <td>{label}</td>
              <td>{amountDisplay.replaceAll('-', '−')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
      <dl className="facts">
        <Amounts rows={onTop(receipt)} />
        <dt className="grand">{words.total}</dt>
        <dd className="grand">{first.amount}</dd>
        <dt>{second.label}</dt>
        <dd>{second.amount}</dd>
        <dt>{paidLabel}</dt>
        <dd>{paidAmount}</dd>
        {partsOf(receipt).map(({ name, amount }, index) => (
          <Fragment key={index}>
            <dt className="part">{name}</dt>
            <dd>{amount}</dd>
          </Fragment>
        ))}
        {receipt.totals.displayTip && (
          <>
            <dt>{words.tip}</dt>
            <dd>{receipt.totals.displayTip}</dd>
          </>
        )}
        {change && (
          <>
            <dt>{words.change}</dt>
            <dd>{change}</dd>
          </>
        )}
        {afterwards(receipt).map(({ label, amount, bold }, index) => (
          <Fragment key={index}>
            <dt>{bold ? <b>{label}</b> : label}</dt>
            <dd>{bold ? <b>{amount}</b> : amount}</dd>
          </Fragment>
        ))}
        <dt>{words.rate}</dt>
        <dd>{formatRateLine(transactionInfo.exchangeRate)}</dd>
      </dl>
      {taxes.length > 0 && (
        <>
          <hr />
          <p>{words.taxIncluded}</p>
          <dl className="facts">
            <Amounts rows={taxes} />
          </dl>
        </>
      )}
      {receipt.notes && <p>{receipt.notes}</p>}
      <hr />
      {receipt.totals.displayOpen && (
        <p>
          <b>{receipt.totals.displayOpen}</b>
        </p>
      )}
      <footer>
        <p>
          <b>{footer.thankYouMessage}</b>
        </p>
        <Lines
          texts={[
            footer.website,
            footer.socialMedia,
            receipt.servedBy ? words.servedBy(receipt.servedBy) : null,
          ]}
        />
      </footer>
      {fiscal.length > 0 && (
        <>
          <hr />
          <footer>
            <Lines texts={fiscal} />
          </footer>
        </>
      )}
    </div>
  );
}

function Amounts({ rows }: { rows: Amount[] }) {
  return rows.map(({ label, amount }, index) => (
    <Fragment key={index}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </Fragment>
  ));
}

function Lines({ texts }: { texts: (string | null)[] }) {
  return texts.filter(Boolean).map((text) => <p key={text}>{text}</p>);
}
