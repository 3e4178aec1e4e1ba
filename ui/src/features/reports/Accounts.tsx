/** Sales by user; View shows a user's sales by customer. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import type { UserSummary } from '../../api/types';
import { initialsOf } from '../../lib/format';
import type { DateRange } from '../../parts/range/range';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { FoldedPart } from './Part';
import { Revenue } from './Revenue';
import { accountsUrl } from './range';
import { files, words } from './strings';
import { UserSalesDetails } from './UserSalesDetails';

export function Accounts({ range }: { range: DateRange | null }) {
  const accounts = useGet(accountsUrl(range), {
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<number | null>(null);
  return (
    <FoldedPart
      title={words.accounts}
      value={accounts.data && words.sellers(accounts.data.filter(({ totalSales }) => totalSales > 0).length)}
      open
      parts={[
        ['staff', ''],
        ['customers', files.customers],
      ]}
      range={range}
    >
      <Loaded
        query={accounts}
        errorText={words.accountsFailed}
        skeleton={<Skeleton count={3} height="3.5rem" />}
      >
        {(list) => (
          <>
            {list.length === 0 && <Empty text={words.noAccounts} />}
            <ul className="list">
              {list.map((account) => (
                <Row
                  key={account.userId}
                  account={account}
                  range={range}
                  open={open === account.userId}
                  onToggle={() => setOpen(open === account.userId ? null : account.userId)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </FoldedPart>
  );
}

interface RowProps {
  account: UserSummary;
  range: DateRange | null;
  open: boolean;
  onToggle: () => void;
}

function Row({ account, range, open, onToggle }: RowProps) {
  const { userId, totalSales } = account;
  const [nameId, detailsId] = [`account-${userId}`, `account-${userId}-details`];
  return (
    <>
      <li className="receipt-row">
        <span className="avatar" aria-hidden="true">
          {initialsOf(accountName(account))}
        </span>
        <span className="grow">
          <span className="name" id={nameId}>
            {accountName(account)}
          </span>
          <small>{words.sales(totalSales)}</small>
        </span>
        <Revenue sums={account} />
        <button
          type="button"
          className="secondary"
          aria-expanded={open}
          aria-controls={open ? detailsId : undefined}
          aria-describedby={nameId}
          onClick={onToggle}
        >
          {open ? words.hide : words.view}
        </button>
      </li>
      {open && (
        <li className="nested" id={detailsId}>
          <UserSalesDetails account={account} range={range} />
        </li>
      )}
    </>
  );
}

function accountName({ userFirstName, userLastName, userName }: UserSummary): string {
  return [userFirstName, userLastName].filter(Boolean).join(' ') || userName;
}
