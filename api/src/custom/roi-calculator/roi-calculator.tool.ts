import { z } from 'zod';
import { defineTool } from '#toolkit/define-tool.ts';
import { calculateReturn } from './return-on-investment.ts';

const LARGEST_AMOUNT = 1_000_000_000_000;
const amount = () => z.number().min(0).max(LARGEST_AMOUNT);

const input = z.object({
  initialInvestment: z
    .number()
    .min(0.01, 'Give an investment above zero: without one there is no return on it.')
    .max(LARGEST_AMOUNT)
    .meta({
      title: 'Initial investment (currency)',
      description: 'What is spent once, at the start.',
      'x-field': { variant: 'currency' },
    }),
  annualBenefit: amount().meta({
    title: 'Benefit (currency per year)',
    description: 'What is earned or saved in the first year, before running costs.',
    'x-field': { variant: 'currency' },
  }),
  annualCost: amount()
    .nullish()
    .meta({
      title: 'Running costs (currency per year)',
      description: 'What it costs each year to keep it going. Left out: nothing.',
      'x-field': { variant: 'currency' },
    }),
  benefitGrowth: z
    .number()
    .min(-100)
    .max(100)
    .nullish()
    .meta({
      title: 'Growth of the benefit (% per year)',
      description: 'How much more, or with a minus less, the benefit is each year. Left out: it stays the same.',
      'x-field': { variant: 'percent' },
    }),
  years: z.number().int().min(1).max(50).meta({
    title: 'Time span (years)',
    description: 'How many years to look ahead.',
  }),
  discountRate: z
    .number()
    .min(0)
    .max(100)
    .meta({
      title: 'Discount rate (% per year)',
      description: 'What the money would earn elsewhere. 0 counts later money like money today.',
      'x-field': { variant: 'percent' },
    }),
});

const output = z.object({
  summary: z.object({
    netPresentValue: z.number().meta({ title: 'Net present value (currency)' }),
    returnOnInvestment: z.number().meta({ title: 'Return on investment (%)' }),
    paybackYears: z.number().nullable().meta({
      title: 'Payback period (years)',
      description: 'Empty when the investment does not pay back within the time span.',
    }),
    totalGain: z.number().meta({ title: 'Total gain (currency)', description: 'All cash flows less the investment.' }),
  }),
  yearlyResults: z.array(
    z.object({
      year: z.number().int().meta({ title: 'Year' }),
      benefit: z.number().meta({ title: 'Benefit (currency)' }),
      cost: z.number().meta({ title: 'Running costs (currency)' }),
      cashFlow: z.number().meta({ title: 'Cash flow (currency)' }),
      cumulativeCashFlow: z.number().meta({ title: 'Gain so far (currency)' }),
      presentValue: z.number().meta({ title: 'Present value (currency)' }),
      returnOnInvestment: z.number().meta({ title: 'Return so far (%)' }),
    }),
  ),
});

export const roiCalculator = defineTool({
  slug: 'roi-calculator',
  name: 'ROI Calculator',
  description:
    'Calculates net present value, payback period and the return of each year for an investment with yearly benefits. ' +
    'Use it when amounts and years are known; ask for them first when they are not.',
  category: 'analysis',
  icon: 'calculator',
  origin: 'custom',
  pure: true,
  input,
  output,
  outputSections: [
    { key: 'summary', label: 'Summary', type: 'summary' },
    { key: 'yearlyResults', label: 'Year-by-Year', type: 'table' },
  ],
  inputExamples: [
    {
      label: 'A machine that saves labour for five years.',
      input: { initialInvestment: 50_000, annualBenefit: 18_000, annualCost: 3_000, years: 5, discountRate: 8 },
    },
    {
      label: 'Software whose benefit grows as more teams use it.',
      input: { initialInvestment: 12_000, annualBenefit: 5_000, benefitGrowth: 20, years: 4, discountRate: 5 },
    },
  ],
  execute: ({ initialInvestment, annualBenefit, annualCost, benefitGrowth, years, discountRate }) =>
    calculateReturn({
      initialInvestment,
      annualBenefit,
      annualCost: annualCost ?? 0,
      benefitGrowth: benefitGrowth ?? 0,
      years,
      discountRate,
    }),
});
