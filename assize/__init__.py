"""The project. Every process of a site loads this first, and goes no further where it would fail for want of memory."""

from assize.address_space import refuse_too_little

refuse_too_little()
