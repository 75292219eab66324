import { defineToolUi } from '#toolkit/tool-ui.ts';

export const roiCalculatorUi = defineToolUi({
  tool: 'roi-calculator',
  form: {
    groups: [
      {
        title: 'The investment',
        fields: ['initialInvestment', 'annualBenefit', 'annualCost', 'years'],
        columns: 2,
      },
      {
        title: 'Assumptions',
        description: 'What the money would earn elsewhere, and how the benefit develops.',
        fields: ['discountRate', 'benefitGrowth'],
        columns: 2,
      },
    ],
    fields: {
      initialInvestment: { placeholder: '50000' },
      years: { placeholder: '5' },
      discountRate: { placeholder: '8' },
    },
    submitLabel: 'Calculate',
  },
  view: {
    blocks: [
      {
        kind: 'stats',
        path: 'summary',
        items: [
          { key: 'netPresentValue', label: 'Net present value', format: 'currency' },
          { key: 'returnOnInvestment', label: 'Return on investment', format: 'percent' },
          { key: 'paybackYears', label: 'Payback period', format: 'years' },
          { key: 'totalGain', label: 'Total gain', format: 'currency' },
        ],
      },
      {
        kind: 'chart',
        title: 'Gain so far',
        path: 'yearlyResults',
        type: 'area',
        x: { key: 'year', label: 'Year' },
        series: [{ key: 'cumulativeCashFlow', label: 'Gain so far', format: 'currency' }],
      },
      {
        kind: 'table',
        title: 'Year by year',
        path: 'yearlyResults',
        columns: [
          { key: 'year', label: 'Year' },
          { key: 'benefit', label: 'Benefit', format: 'currency' },
          { key: 'cost', label: 'Running costs', format: 'currency' },
          { key: 'cashFlow', label: 'Cash flow', format: 'currency' },
          { key: 'cumulativeCashFlow', label: 'Gain so far', format: 'currency' },
          { key: 'presentValue', label: 'Present value', format: 'currency' },
          { key: 'returnOnInvestment', label: 'Return so far', format: 'percent' },
        ],
      },
    ],
  },
});
