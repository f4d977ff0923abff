/* The lesser and the greater of two numbers. */
#ifndef PARLOUR_ALGO_LEAST_H
#define PARLOUR_ALGO_LEAST_H

static inline int least(int a, int b)
{
	return a < b ? a : b;
}

static inline int greatest(int a, int b)
{
	return a > b ? a : b;
}

#endif
