import {
  amount,
  count,
  days,
  factor,
  money,
  type PracticeFormula,
  percent,
  price,
  ratio,
  share,
  spanDays,
  spanYears,
  units,
  years,
} from './formula-quantities';

/**
 * Fifty small finance formulas under names of our own: what each takes and how it is computed. Knows nothing of
 * questions or of the practice model.
 */
const sales = money('sales', 400, 9000);
const profit = money('yearly profit', 40, 390);
const assets = money('total assets', 900, 9500);
const debts = money('total debts', 200, 880);
const shares = count('shares in issue', 10_000, 90_000);
const priceOfShare = price('price of a share', 12, 140);

export const FORMULA_BOOK: readonly PracticeFormula[] = [
  share('Till Margin', [sales, money('cost of goods sold', 100, 390)], (s, c) => ((s - c) / s) * 100),
  share('Counter Margin', [sales, money('running costs', 150, 390)], (s, c) => ((s - c) / s) * 100),
  share('Closing Margin', [profit, sales], (p, s) => (p / s) * 100),
  ratio(
    'Near Debt Cover',
    [money('assets due within a year', 100, 2500), money('debts due within a year', 80, 1900)],
    (a, d) => a / d,
  ),
  ratio(
    'Cash Debt Cover',
    [money('cash at hand', 20, 900), money('debts due within a year', 80, 1900)],
    (c, d) => c / d,
  ),
  ratio(
    'Shelf-Free Cover',
    [
      money('assets due within a year', 900, 2500),
      money('goods on the shelf', 50, 800),
      money('debts due within a year', 80, 1900),
    ],
    (a, g, d) => (a - g) / d,
  ),
  ratio(
    'Shelf Turns',
    [money('cost of goods sold', 300, 5000), money('average goods on the shelf', 30, 700)],
    (c, g) => c / g,
  ),
  spanDays(
    'Shelf Days',
    [money('average goods on the shelf', 30, 700), money('cost of goods sold', 300, 5000)],
    (g, c) => (g / c) * 365,
  ),
  ratio(
    'Invoice Turns',
    [money('sales on credit', 300, 6000), money('average unpaid invoices', 30, 800)],
    (s, i) => s / i,
  ),
  spanDays(
    'Invoice Days',
    [money('average unpaid invoices', 30, 800), money('sales on credit', 300, 6000)],
    (i, s) => (i / s) * 365,
  ),
  spanDays(
    'Supplier Days',
    [money('average bills owed to suppliers', 30, 600), money('purchases of the year', 300, 5000)],
    (b, p) => (b / p) * 365,
  ),
  spanDays(
    'Cash Loop',
    [
      days('days goods lie on the shelf', 10, 120),
      days('days until customers pay', 10, 90),
      days('days until suppliers are paid', 10, 80),
    ],
    (s, c, p) => s + c - p,
  ),
  ratio('Lender Weight', [debts, money("owners' equity", 150, 3000)], (d, e) => d / e),
  share('Borrowed Part', [debts, assets], (d, a) => (d / a) * 100),
  ratio('Asset Lift', [assets, money("owners' equity", 150, 880)], (a, e) => a / e),
  ratio(
    'Interest Cushion',
    [money('profit before interest', 60, 1500), money('interest of the year', 10, 300)],
    (p, i) => p / i,
  ),
  ratio(
    'Instalment Cushion',
    [money('operating income', 60, 1500), money('loan instalments of the year', 20, 600)],
    (o, l) => o / l,
  ),
  share('Asset Yield', [profit, assets], (p, a) => (p / a) * 100),
  share('Owner Yield', [profit, money("owners' equity", 400, 4000)], (p, e) => (p / e) * 100),
  ratio('Asset Pace', [sales, assets], (s, a) => s / a),
  amount(
    'Profit per Share',
    [profit, money('profit kept for preferred owners', 1, 39), shares],
    (p, k, n) => (p - k) / n,
  ),
  ratio('Years of Profit Paid', [priceOfShare, price('profit per share', 1, 11)], (q, e) => q / e),
  ratio('Price to Book Worth', [priceOfShare, price('book worth of a share', 5, 90)], (q, b) => q / b),
  share('Payout Part', [money('dividends paid', 5, 39), profit], (d, p) => (d / p) * 100),
  share('Payout Yield', [price('yearly dividend of a share', 0.5, 8), priceOfShare], (d, q) => (d / q) * 100),
  share('Keep Rate', [profit, money('dividends paid', 5, 39)], (p, d) => ((p - d) / p) * 100),
  amount('Street Worth', [priceOfShare, shares], (q, n) => q * n),
  amount(
    'Takeover Worth',
    [money('street worth of all shares', 800, 9000), debts, money('cash at hand', 20, 190)],
    (w, d, c) => w + d - c,
  ),
  amount(
    'Room to Move',
    [money('assets due within a year', 300, 2500), money('debts due within a year', 80, 1900)],
    (a, d) => a - d,
  ),
  amount(
    'Free Till',
    [money('cash from operations', 200, 3000), money('spending on equipment', 30, 1200)],
    (c, e) => c - e,
  ),
  amount(
    'Plain Interest',
    [money('amount lent', 5, 300), percent('yearly rate', 1, 12), years('term', 1, 12)],
    (m, r, t) => (m * r * t) / 100,
  ),
  amount(
    'Grown Amount',
    [money('amount paid in', 5, 300), percent('yearly rate', 1, 12), years('term', 2, 15)],
    (m, r, t) => m * (1 + r / 100) ** t,
  ),
  amount(
    'Worth Today',
    [money('amount due later', 5, 300), percent('yearly discount rate', 1, 12), years('wait', 1, 12)],
    (m, r, t) => m / (1 + r / 100) ** t,
  ),
  amount(
    'Endless Rent Worth',
    [money('yearly rent', 2, 60), percent('yearly discount rate', 2, 12)],
    (m, r) => m / (r / 100),
  ),
  amount(
    'Growing Rent Worth',
    [
      money("next year's rent", 2, 60),
      percent('yearly discount rate', 8, 14),
      percent('yearly growth of the rent', 0.5, 5),
    ],
    (m, r, g) => m / ((r - g) / 100),
  ),
  amount(
    'Two-Year Project Gain',
    [
      money('outlay today', 20, 90),
      money('inflow after one year', 20, 120),
      money('inflow after two years', 20, 120),
      percent('yearly discount rate', 2, 12),
    ],
    (o, a, b, r) => a / (1 + r / 100) + b / (1 + r / 100) ** 2 - o,
  ),
  spanYears(
    'Payback Span',
    [money('outlay today', 40, 900), money('inflow of each year', 10, 300)],
    (o, i) => o / i,
  ),
  share(
    'Project Gain Rate',
    [money('proceeds', 60, 900), money('outlay', 40, 600)],
    (p, o) => ((p - o) / o) * 100,
  ),
  share(
    'True Yearly Rate',
    [percent('stated yearly rate', 1, 18), count('payments of interest in a year', 2, 12)],
    (r, n) => ((1 + r / 100 / n) ** n - 1) * 100,
  ),
  share(
    'Real Rate',
    [percent('stated yearly rate', 2, 15), percent('yearly rise of prices', 0.5, 9)],
    (r, p) => ((1 + r / 100) / (1 + p / 100) - 1) * 100,
  ),
  spanYears('Doubling Span by 72', [percent('yearly rate', 1, 18)], (r) => 72 / r),
  share(
    'Owner Demand Rate',
    [
      percent('riskless rate', 1, 5),
      factor('swing factor', 0.5, 2),
      percent('yield of the whole market', 6, 12),
    ],
    (f, b, m) => f + b * (m - f),
  ),
  ratio(
    'Reward per Swing',
    [
      percent('yield of the fund', 5, 18),
      percent('riskless rate', 1, 4.5),
      percent('swing of the yield', 4, 25),
    ],
    (y, f, s) => (y - f) / s,
  ),
  share(
    'Skill Surplus',
    [percent('yield of the fund', 5, 18), percent('yield demanded for its risk', 4, 14)],
    (y, d) => y - d,
  ),
  share(
    'Mixed Money Cost',
    [
      percent('part financed by owners', 20, 80),
      percent('rate that owners demand', 7, 15),
      percent('rate that lenders demand', 2, 7),
    ],
    (w, o, l) => (w / 100) * o + (1 - w / 100) * l,
  ),
  units(
    'Break-Even Units',
    [
      money('fixed costs', 20, 400),
      price('price of a unit', 20, 90),
      price('variable cost of a unit', 3, 18),
    ],
    (f, p, v) => f / (p - v),
  ),
  share(
    'Safety Gap',
    [money('sales', 800, 9000), money('sales at break-even', 100, 790)],
    (s, b) => ((s - b) / s) * 100,
  ),
  amount(
    'Even Wear per Year',
    [money('price of the machine', 60, 900), money('scrap worth', 1, 50), years('years of use', 3, 15)],
    (p, s, y) => (p - s) / y,
  ),
  amount(
    'First-Year Double Wear',
    [money('price of the machine', 60, 900), years('years of use', 3, 15)],
    (p, y) => (p * 2) / y,
  ),
  share(
    'Price Drift',
    [price('price of the basket last year', 80, 140), price('price of the basket this year', 82, 160)],
    (a, b) => ((b - a) / a) * 100,
  ),
];
