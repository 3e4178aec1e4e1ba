/** Products and a page around the screen, for tests. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/preact';
import { createElement, type ReactNode } from 'react';
import { queryClient } from '../../../api/query';
import type { Product } from '../../../api/types';
import { Toaster } from '../../../ui/Toaster';
import { dismissToast } from '../../../ui/toast';

export function product(more: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: 'Club Beer',
    brand: 'Monrovia Breweries',
    barcode: '290000000001',
    price: '2.00',
    stock: 24,
    category: 'drinks',
    description: null,
    isAvailable: 1,
    currency: 'USD',
    priceUSD: '2.00',
    priceLRD: null,
    exchangeRate: 190,
    effectivePriceUSD: '2.00',
    effectivePriceLRD: '380.00',
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    ...more,
  };
}

export const RICE = product({
  id: 2,
  name: 'Jollof rice',
  brand: null,
  barcode: '290000000002',
  price: '950.00',
  stock: 3,
  category: 'food',
  currency: 'LRD',
  priceUSD: null,
  priceLRD: '950.00',
  effectivePriceUSD: '5.00',
  effectivePriceLRD: '950.00',
});

export const CIGAR = product({
  id: 3,
  name: 'Cohiba Siglo II',
  brand: 'Habanos',
  barcode: '0012345678905',
  price: '25.00',
  stock: 0,
  category: 'cigars',
  priceUSD: '25.00',
  priceLRD: '4750.00',
  effectivePriceUSD: '25.00',
  effectivePriceLRD: '4750.00',
});

/** With fresh data, and with the toasts that the shell would show. */
export function show(content: ReactNode) {
  queryClient.clear();
  dismissToast();
  return render(createElement(QueryClientProvider, { client: queryClient }, content, createElement(Toaster)));
}
