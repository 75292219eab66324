export type Investment = {
  initialInvestment: number;
  annualBenefit: number;
  annualCost: number;
  /** In percent, like all rates here. */
  benefitGrowth: number;
  years: number;
  discountRate: number;
};

/** To two decimals; adding zero turns a negative zero into a plain one. */
const round = (value: number) => Math.round(value * 100) / 100 + 0;

/** Amounts fall due at the end of each year; the investment is made today. */
function listYears({ initialInvestment, annualBenefit, annualCost, benefitGrowth, years, discountRate }: Investment) {
  let gain = -initialInvestment;
  return Array.from({ length: years }, (_, index) => {
    const year = index + 1;
    const benefit = annualBenefit * (1 + benefitGrowth / 100) ** index;
    const cashFlow = benefit - annualCost;
    const before = gain;
    gain += cashFlow;
    return { year, benefit, cashFlow, before, gain, presentValue: cashFlow / (1 + discountRate / 100) ** year };
  });
}

/** Sums of decimals miss zero by a hair. */
const HAIR = 1e-9;

/** Within the year in which the gain reaches zero, money is taken to come in evenly. */
function findPayback(years: ReturnType<typeof listYears>, invested: number): number | null {
  const turn = years.find((year) => year.gain >= -invested * HAIR);
  return turn ? turn.year - 1 + -turn.before / turn.cashFlow : null;
}

export function calculateReturn(investment: Investment) {
  const { initialInvestment, annualCost } = investment;
  const years = listYears(investment);
  const payback = findPayback(years, initialInvestment);
  const totalGain = years.at(-1)!.gain;
  const toReturn = (gain: number) => round((gain / initialInvestment) * 100);
  return {
    summary: {
      netPresentValue: round(years.reduce((sum, year) => sum + year.presentValue, -initialInvestment)),
      returnOnInvestment: toReturn(totalGain),
      paybackYears: payback === null ? null : round(payback),
      totalGain: round(totalGain),
    },
    yearlyResults: years.map(({ year, benefit, cashFlow, gain, presentValue }) => ({
      year,
      benefit: round(benefit),
      cost: round(annualCost),
      cashFlow: round(cashFlow),
      cumulativeCashFlow: round(gain),
      presentValue: round(presentValue),
      returnOnInvestment: toReturn(gain),
    })),
  };
}
