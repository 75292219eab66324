import { describe, expect, it } from 'vitest';
import { toInputSchema } from '#toolkit/json-schema.ts';
import { jsonSchemaToFields } from '#toolkit/json-schema-to-fields.ts';
import { captureTool, mockToolRegistry } from '../../../test/tools.ts';
import { roiCalculator } from './roi-calculator.tool.ts';

const calculator = captureTool(roiCalculator);
const plain = { initialInvestment: 1_000, annualBenefit: 500, years: 3, discountRate: 10 };

describe('the ROI calculator', () => {
  it('computes what a pencil computes', async () => {
    // 500/1.1 = 454.545…, 500/1.21 = 413.223…, 500/1.331 = 375.657…; their sum less 1,000 is 243.425…
    expect(await calculator.run(plain)).toEqual({
      summary: { netPresentValue: 243.43, returnOnInvestment: 50, paybackYears: 2, totalGain: 500 },
      yearlyResults: [
        {
          year: 1,
          benefit: 500,
          cost: 0,
          cashFlow: 500,
          cumulativeCashFlow: -500,
          presentValue: 454.55,
          returnOnInvestment: -50,
        },
        {
          year: 2,
          benefit: 500,
          cost: 0,
          cashFlow: 500,
          cumulativeCashFlow: 0,
          presentValue: 413.22,
          returnOnInvestment: 0,
        },
        {
          year: 3,
          benefit: 500,
          cost: 0,
          cashFlow: 500,
          cumulativeCashFlow: 500,
          presentValue: 375.66,
          returnOnInvestment: 50,
        },
      ],
    });
  });

  it('counts running costs and a growing benefit', async () => {
    // Benefits 400, 440, 484; less 100 each: 300, 340, 384. After two years 640 of 800 are back, so 2 + 160/384.
    const { summary, yearlyResults } = await calculator.run({
      initialInvestment: 800,
      annualBenefit: 400,
      annualCost: 100,
      benefitGrowth: 10,
      years: 3,
      discountRate: 0,
    });
    expect(yearlyResults.map((year) => [year.benefit, year.cost, year.cashFlow])).toEqual([
      [400, 100, 300],
      [440, 100, 340],
      [484, 100, 384],
    ]);
    expect(summary).toEqual({ netPresentValue: 224, returnOnInvestment: 28, paybackYears: 2.42, totalGain: 224 });
  });

  it('without a discount, the net present value is the total gain', async () => {
    const { summary } = await calculator.run({ ...plain, discountRate: 0 });
    expect(summary.netPresentValue).toBe(summary.totalGain);
  });

  it('says that an investment never pays back within its time', async () => {
    const { summary } = await calculator.run({ ...plain, years: 1 });
    expect(summary).toEqual({ netPresentValue: -545.45, returnOnInvestment: -50, paybackYears: null, totalGain: -500 });
  });

  it('never pays back when it costs more than it brings', async () => {
    const { summary } = await calculator.run({ ...plain, annualCost: 600, discountRate: 0 });
    expect(summary).toEqual({
      netPresentValue: -1_300,
      returnOnInvestment: -130,
      paybackYears: null,
      totalGain: -1_300,
    });
  });

  it('pays back at the first turn, even when later years cost again', async () => {
    const { summary } = await calculator.run({
      ...plain,
      annualBenefit: 1_200,
      annualCost: 150,
      benefitGrowth: -100,
      discountRate: 0,
    });
    expect(summary.paybackYears).toBe(0.95);
    expect(summary.totalGain).toBe(-250);
  });

  it('reaches zero also where decimals miss it by a hair', async () => {
    const { summary } = await calculator.run({ initialInvestment: 0.7, annualBenefit: 0.1, years: 7, discountRate: 0 });
    expect(summary).toMatchObject({ paybackYears: 7, totalGain: 0, returnOnInvestment: 0 });
  });

  it('stays finite at the ends of its bounds', async () => {
    const most = { initialInvestment: 0.01, annualBenefit: 1e12, benefitGrowth: 100, years: 50, discountRate: 0 };
    const { summary, yearlyResults } = await calculator.run(most);
    expect(yearlyResults).toHaveLength(50);
    expect(Object.values(summary).every(Number.isFinite)).toBe(true);
  });

  it('takes null for what a model leaves out', async () => {
    const left = await calculator.run({ ...plain, annualCost: null, benefitGrowth: null });
    expect(left).toEqual(await calculator.run(plain));
  });

  it.each([
    ['an investment of zero', { initialInvestment: 0 }, 'initialInvestment', /above zero/],
    ['a negative benefit', { annualBenefit: -1 }, 'annualBenefit', />=0/],
    ['half a year', { years: 1.5 }, 'years', /int/],
    ['no year', { years: 0 }, 'years', />=1/],
    ['a century', { years: 100 }, 'years', /<=50/],
    ['a negative discount', { discountRate: -5 }, 'discountRate', />=0/],
    ['no discount at all', { discountRate: null }, 'discountRate', /number/],
  ])('refuses %s on its field', (_case, change, field, message) => {
    expect(calculator.refuse({ ...plain, ...change })).toEqual({ [field]: expect.stringMatching(message) });
  });

  it('runs each of its examples', async () => {
    for (const { input } of roiCalculator.inputExamples) {
      const { summary } = await calculator.run(input);
      expect(summary.paybackYears).not.toBeNull();
    }
  });

  it('has a form whose labels name the units', () => {
    const { fields, problems } = jsonSchemaToFields(toInputSchema(roiCalculator.input));
    expect(problems).toEqual([]);
    expect(fields.map(({ label, type, variant, required }) => ({ label, type, variant, required }))).toEqual([
      { label: 'Initial investment (currency)', type: 'number', variant: 'currency', required: true },
      { label: 'Benefit (currency per year)', type: 'number', variant: 'currency', required: true },
      { label: 'Running costs (currency per year)', type: 'number', variant: 'currency', required: false },
      { label: 'Growth of the benefit (% per year)', type: 'number', variant: 'percent', required: false },
      { label: 'Time span (years)', type: 'number', variant: undefined, required: true },
      { label: 'Discount rate (% per year)', type: 'number', variant: 'percent', required: true },
    ]);
    expect(fields[4]).toMatchObject({ integer: true, min: 1, max: 50 });
  });

  it('is found in the library under analysis', () => {
    expect(mockToolRegistry(roiCalculator as never).allMeta()).toEqual([
      expect.objectContaining({
        slug: 'roi-calculator',
        category: 'analysis',
        icon: 'calculator',
        outputSections: [
          { key: 'summary', label: 'Summary', type: 'summary' },
          { key: 'yearlyResults', label: 'Year-by-Year', type: 'table' },
        ],
      }),
    ]);
  });
});
