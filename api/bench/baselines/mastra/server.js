// Mastra's own HTTP route for a tool. Nothing is stored and nobody is asked who they are.
import { serve } from '@hono/node-server';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { MastraServer } from '@mastra/hono';
import { Hono } from 'hono';
import { z } from 'zod';

const tool = createTool({
  id: 'roi-calculator',
  description: 'Calculates the return of an investment.',
  inputSchema: z.object({
    initialInvestment: z.number().min(0.01),
    annualBenefit: z.number().min(0),
    years: z.number().int().min(1).max(50),
    discountRate: z.number().min(0).max(100),
  }),
  execute: async ({ initialInvestment, annualBenefit, years }) => {
    const totalGain = annualBenefit * years - initialInvestment;
    return { summary: { totalGain, returnOnInvestment: (totalGain / initialInvestment) * 100 } };
  },
});

const app = new Hono();
await new MastraServer({ app, mastra: new Mastra({ tools: { [tool.id]: tool }, logger: false }) }).init();
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  process.send(`http://127.0.0.1:${port}/api/tools/${tool.id}/execute`);
});
